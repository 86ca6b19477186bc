import { type ReactNode, useEffect, useState } from 'react'

import styles from './AgeNote.module.css'
import { Note } from './Note.tsx'

type Props = {
  /** In ms since 1970; undefined if the data is up to date. */
  savedAt: number | undefined
  icon: string
  /** The text of outdated data; `age` is such as "2 hours ago". */
  children: (age: string, isFloating: boolean) => ReactNode
  /** Takes the place of the text once the data is up to date. */
  upToDateText: string
  /** Whether the data is on the screen already when the note is rendered for the first time. */
  isLate?: boolean
}

const tickMs = 30_000

/**
 * Shows the age of data that was stored earlier. Once the data is up to date the note says so and stays,
 * because removing it would move the page. If the data was shown before its age was known, the note floats
 * instead while the data is out of date.
 */
export function AgeNote({ savedAt, icon, children, upToDateText, isLate = false }: Props) {
  const [isFloating] = useState(isLate || savedAt === undefined)
  const [lastSavedAt, setLastSavedAt] = useState(savedAt)
  if (savedAt !== undefined && savedAt !== lastSavedAt) setLastSavedAt(savedAt)
  const isUpToDate = savedAt === undefined
  if (lastSavedAt === undefined || (isFloating && isUpToDate)) return null
  return (
    <Note icon={isUpToDate ? 'check' : icon} isFloating={isFloating}>
      <div className={styles.texts}>
        <Aging at={lastSavedAt} isHidden={isUpToDate}>
          {(age) => children(age, isFloating)}
        </Aging>
        {isUpToDate && <span>{upToDateText}</span>}
      </div>
    </Note>
  )
}

type AgingProps = { at: number; isHidden: boolean; children: (age: string) => ReactNode }

function Aging({ at, isHidden, children }: AgingProps) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return <span data-hidden={isHidden || undefined}>{children(agoText(at, nowMs))}</span>
}

const minute = 60_000
const units = [
  { unit: 'day', ms: 24 * 60 * minute },
  { unit: 'hour', ms: 60 * minute },
  { unit: 'minute', ms: minute },
] as const

/** "2 hours ago", in the largest unit that fits. */
export function agoText(at: number, now = Date.now()): string {
  const age = now - at
  const largest = units.find(({ ms }) => age >= ms)
  if (!largest) return 'less than a minute ago'
  return new Intl.RelativeTimeFormat('en-IN').format(-Math.floor(age / largest.ms), largest.unit)
}
