import { whenText } from '#ui/When.tsx'

const minute = 60_000
const hour = 60 * minute

/** How long ago something was so. */
export function ageText(atMs: number, nowMs: number): string {
  const age = nowMs - atMs
  if (age < minute) return 'just now'
  if (age < hour) return counted(Math.floor(age / minute), 'minute')
  if (age < 24 * hour) return counted(Math.floor(age / hour), 'hour')
  return `on ${whenText(new Date(atMs).toISOString())}`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`
