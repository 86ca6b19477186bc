import { clockTime, dayText, minuteMs, startOfDay } from '#contract/indianTime.ts'

/** With less time than this left, a promise stands out. */
export const soonMs = 15 * minuteMs

/** '6:44 pm', on another day with the day: 'Thu, 26 Nov, 6:44 pm'. */
export function timeText(at: string, nowMs: number): string {
  const moment = new Date(at)
  const isToday = startOfDay(moment) === startOfDay(new Date(nowMs))
  return isToday ? clockTime(moment) : `${dayText(moment)}, ${clockTime(moment)}`
}

/** '18:04' within the hour, then '2 h 05 min', then '3 days'. */
export function durationText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000)
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  if (hours < 1) return `${minutes}:${twoDigits(seconds % 60)}`
  if (hours < 24) return `${hours} h ${twoDigits(minutes % 60)} min`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
