import { clockTime, dayText, startOfDay } from '#contract/values/indianTime.ts'
import { serverNowMs } from '#platform/serverTime.ts'
import { useSecond } from './secondClock.ts'

/** A time in ISO format, or in ms since 1970. */
type Moment = string | number

/** 'Thu, 26 Nov, 6:44 pm', in India. */
export function dayTimeText(at: Moment): string {
  const moment = new Date(at)
  return `${dayText(moment)}, ${clockTime(moment)}`
}

/** '6:44 pm', on another day in India than that of `nowMs` with the day: 'Thu, 26 Nov, 6:44 pm'. */
export function timeText(at: Moment, nowMs: number = serverNowMs()): string {
  const moment = new Date(at)
  const isToday = startOfDay(moment) === startOfDay(new Date(nowMs))
  return isToday ? clockTime(moment) : dayTimeText(at)
}

/** `timeText` of the current day. The component is rendered again when midnight passes in India. */
export function useTimeText(): (at: Moment) => string {
  const today = useSecond((nowMs) => startOfDay(new Date(nowMs)))
  return (at) => timeText(at, today)
}
