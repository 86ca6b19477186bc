import { rules } from '#contract/rules.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** All of India has one time, and no summer time. */
const indiaMs = 5 * hourMs + 30 * minuteMs
const { fromHour, untilHour } = rules.sleepingMode

/** When the quiet hours that it is in are over; undefined in the daytime. */
export function quietUntil(now: Date): Date | undefined {
  const there = now.getTime() + indiaMs
  const intoDay = ((there % dayMs) + dayMs) % dayMs
  const midnight = now.getTime() - intoDay
  if (intoDay < untilHour * hourMs) return new Date(midnight + untilHour * hourMs)
  if (intoDay >= fromHour * hourMs) return new Date(midnight + dayMs + untilHour * hourMs)
  return undefined
}
