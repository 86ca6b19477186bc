import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { dayMs, minuteMs } from '#contract/indianTime.ts'
import { fillPath, paths, policyNames } from '#contract/paths.ts'
import * as rules from '#contract/rules.ts'
import { numberText } from '#ui/text/numbers.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './PolicyText.module.css'

type Props = { title: string; lead?: ReactNode; children: Elements }

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

const hourMs = 60 * minuteMs

/** An hour as text: 9 pm. */
const hourText = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`

const { morning } = rules.delivery

/** Numbers in the policies as text, taken from the store's rules. */
export const numbers = {
  quick: `${rules.delivery.quickMinutes} mins`,
  slow: `${rules.delivery.slowMinutes} mins`,
  closing: hourText(rules.sleepingMode.closingHour),
  lastArrival: hourText(rules.delivery.lastArrivalHour),
  opening: hourText(rules.sleepingMode.openingHour),
  morning: `${morning.hour}:${morning.minute} am`,
  returnWindow: `${rules.orders.returnWindowMs / hourMs} hours`,
  hold: `${rules.orders.holdMs / (60 * 1000)} minutes`,
  sessionIdle: `${rules.session.idleMs / dayMs} days`,
  sessionMaxAge: `${rules.session.maxAgeMs / dayMs} days`,
  otpValid: `${rules.otp.validForMs / (60 * 1000)} minutes`,
  age: `${rules.user.minAgeYears}`,
  maxCash: `₹${numberText(rules.cash.maxPaise / 100)}`,
  openCash: `${rules.cash.openPerUser}`,
  newCash: `${rules.cash.newAccountMaxDaily}`,
  newCashFor: `${rules.cash.newAccountMs / dayMs} days`,
  cashRefusals: `${rules.cash.maxRefusals}`,
  cashRefusalsFor: `${rules.cash.refusalWindowMs / dayMs} days`,
  maxQuantity: `${rules.cart.maxQuantity}`,
  acknowledge: `${rules.grievance.acknowledgeHours} hours`,
  settle: `${rules.grievance.settleDays} days`,
  offersPerWeek: `${rules.push.maxOffersPerWeek}`,
}
