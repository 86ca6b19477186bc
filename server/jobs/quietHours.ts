import { startOfDay } from '#contract/values/indianTime.ts'
import * as rules from '#contract/rules.ts'
import { dayMs, hourMs } from '#server/platform/runtime/clock.ts'

const { fromHour, untilHour } = rules.push.quietHours

/** When the current quiet hours end; undefined outside quiet hours. */
export function quietHoursEnd(now: Date): Date | undefined {
  const midnight = startOfDay(now)
  const msIntoDay = now.getTime() - midnight
  if (msIntoDay < untilHour * hourMs) return new Date(midnight + untilHour * hourMs)
  if (msIntoDay >= fromHour * hourMs) return new Date(midnight + dayMs + untilHour * hourMs)
  return undefined
}
