import { useSyncExternalStore } from 'react'

import { clockTime, minuteMs } from '#contract/indianTime.ts'
import { serverNowMs } from '#platform/serverTime.ts'
import { Icon } from './Icon.tsx'
import styles from './PromiseClock.module.css'
import { texts } from './texts.ts'

const soonMs = 15 * minuteMs
const usualMs = 60 * minuteMs
const circle = 2 * Math.PI * 8

function onEverySecond(notify: () => void): () => void {
  const timer = setInterval(notify, 1000)
  return () => clearInterval(timer)
}
const currentSecond = () => Math.floor(serverNowMs() / 1000)

/** The time until an order is promised, counting down; once it is late, counting up in red. */
export function PromiseClock({ promisedBy }: { promisedBy: string | null }) {
  const second = useSyncExternalStore(onEverySecond, currentSecond)
  if (promisedBy === null) return <span className={styles.none}>{texts.noPromise}</span>
  const leftMs = Date.parse(promisedBy) - second * 1000
  const kind = leftMs < 0 ? 'late' : leftMs < soonMs ? 'soon' : 'later'
  return (
    <span className={styles.clock} data-kind={kind}>
      {kind === 'late' ? <Icon name="alert" size="s" /> : <Ring part={leftMs / usualMs} />}
      <span role="timer">
        {kind === 'late' ? texts.late(durationText(leftMs)) : durationText(leftMs)}
      </span>
      <small>{clockTime(new Date(promisedBy))}</small>
    </span>
  )
}

function Ring({ part }: { part: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle
        cx="10"
        cy="10"
        r="8"
        strokeDasharray={`${(Math.min(1, part) * circle).toFixed(1)} ${circle.toFixed(1)}`}
      />
    </svg>
  )
}

/** '18:04' within the hour, then '2 h 05 min', then '3 days'. */
export function durationText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${twoDigits(seconds % 60)}`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ${twoDigits(minutes % 60)} min`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
