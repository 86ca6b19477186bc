import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { fillPath, paths, policyNames } from '#contract/paths.ts'
import { rules } from '#contract/rules.ts'
import { numberText } from '#ui/text/numbers.tsx'
import styles from './PolicyText.module.css'

type Props = { title: string; lead?: ReactNode; children: ReactNode }

/** A text page in one readable column. */
export function PolicyText({ title, lead, children }: Props) {
  return (
    <article className={styles.prose}>
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </article>
  )
}

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

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const { delivery, sleepingMode, orders, session, user, grievance, cart, cash } = rules

/** An hour as text: 9PM. */
const hourText = (hour: number) => `${hour % 12 || 12}${hour < 12 ? 'AM' : 'PM'}`

/** Numbers in the policies as text, taken from the store's rules. */
export const numbers = {
  quick: `${delivery.quickMinutes} mins`,
  slow: `${delivery.slowMinutes} mins`,
  closing: hourText(sleepingMode.fromHour),
  opening: hourText(sleepingMode.untilHour),
  returnWindow: `${orders.returnWindowMs / hourMs} hours`,
  hold: `${orders.holdMs / (60 * 1000)} minutes`,
  sessionIdle: `${session.idleMs / dayMs} days`,
  sessionLongest: `${session.longestMs / dayMs} days`,
  otpValid: `${rules.otp.validForMs / (60 * 1000)} minutes`,
  age: `${user.minAgeYears}`,
  maxCash: `₹${numberText(cash.maxPaise / 100)}`,
  openCash: `${cash.openPerUser}`,
  newCash: `${cash.newDaily}`,
  newCashFor: `${cash.newForMs / dayMs} days`,
  cashRefusals: `${cash.refusals}`,
  cashRefusalsFor: `${cash.refusalsForMs / dayMs} days`,
  pieces: `${cart.maxQuantity}`,
  acknowledge: `${grievance.acknowledgeHours} hours`,
  settle: `${grievance.settleDays} days`,
  offersPerWeek: `${rules.push.maxOffersPerWeek}`,
}
