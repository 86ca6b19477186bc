import { minuteMs } from '#contract/values/indianTime.ts'
import { plural } from '#desk/ui/plural.ts'

/** With less time than this left, a promise stands out. */
export const soonMs = 15 * minuteMs

/** '18:04' within the hour, then '2 h 05 min', then '3 days'. */
export function durationText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000)
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  if (hours < 1) return `${minutes}:${twoDigits(seconds % 60)}`
  if (hours < 24) return `${hours} h ${twoDigits(minutes % 60)} min`
  const days = Math.floor(hours / 24)
  return plural(days, 'day')
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
