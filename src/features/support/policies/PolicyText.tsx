import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { fillPath, paths, policyNames } from '#contract/pages/paths.ts'
import type { Elements } from '#ui/elements.tsx'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import styles from './PolicyText.module.css'

type Props = {
  title: string
  /** False where the phone's header has another title than the page. */
  isTitleInHeader?: boolean
  lead?: ReactNode
  /** Set where the phone's header shows the lead, so that it is not repeated. */
  isLeadInHeader?: boolean
  children: Elements
}

/** A text page in one readable column. */
export function PolicyText({
  title,
  isTitleInHeader = true,
  lead,
  isLeadInHeader,
  children,
}: Props) {
  return (
    <article className={styles.prose}>
      <PageTitle isInHeader={isTitleInHeader}>{title}</PageTitle>
      {lead && (
        <p className={styles.lead} data-in-header={isLeadInHeader || undefined}>
          {lead}
        </p>
      )}
      {children}
    </article>
  )
}

/** Buttons side by side. */
export const Actions = ({ children }: { children: Elements }) => (
  <div className={styles.actions}>{children}</div>
)

export type Section = { title: string; lines: string[]; isList?: boolean }

/** Sections with headings. */
export function Sections({ sections }: { sections: Section[] }) {
  return sections.map(({ title, lines, isList }) => (
    <section key={title}>
      <h2>{title}</h2>
      {isList ? (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        lines.map((line) => <p key={line}>{line}</p>)
      )}
    </section>
  ))
}

/** Links to every other policy. */
export function PolicyLinks({ except }: { except?: string }) {
  const others = [...policyNames].filter(([policyType]) => policyType !== except)
  return (
    <nav aria-labelledby="policies">
      <h2 id="policies">All policies</h2>
      <ul>
        {others.map(([policyType, name]) => (
          <li key={policyType}>
            <Link to={fillPath(paths.policy, { policyType })}>{name}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
