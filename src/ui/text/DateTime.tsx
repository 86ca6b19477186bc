import dayjs from 'dayjs'

/** A date and time, such as 18 Nov 2026, 07:46 PM. */
export function DateTime({ at }: { at: string | null | undefined }) {
  return <time dateTime={at ?? undefined}>{dateTimeText(at)}</time>
}

function dateTimeText(at: string | null | undefined): string {
  const moment = dayjs(at ?? 'missing')
  return moment.isValid() ? moment.format('DD MMM YYYY, hh:mm A') : 'Invalid Date'
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
