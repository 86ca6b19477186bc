/**
 * Dates and times in India, where the store delivers: every device shows them alike. Without a date
 * library, because the first view needs some of them.
 */

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs
/** India has one time zone and no summer time. */
export const indiaOffsetMs = 330 * minuteMs

/** Midnight in India, as a UTC time. */
export const startOfDay = (at: Date): number =>
  Math.floor((at.getTime() + indiaOffsetMs) / dayMs) * dayMs - indiaOffsetMs

/** The same moment, with the fields of India's calendar and clock in its UTC getters. */
const calendarOf = (at: Date) => new Date(at.getTime() + indiaOffsetMs)

/**
 * ' IST' on a device in another time zone, whose owner would take the time for a local one. The server
 * does not know who reads its texts, and adds nothing.
 */
const zoneLabel = (at: Date): string =>
  'document' in globalThis && at.getTimezoneOffset() !== -indiaOffsetMs / minuteMs ? ' IST' : ''

/** '4:35 pm'. */
export function clockTime(at: Date): string {
  const { hours, minutes, half } = clockParts(at)
  return `${hours}:${minutes} ${half}${zoneLabel(at)}`
}

function clockParts(at: Date) {
  const inIndia = calendarOf(at)
  const hour = inIndia.getUTCHours()
  return {
    hours: hour % 12 || 12,
    minutes: twoDigits(inIndia.getUTCMinutes()),
    half: hour < 12 ? 'am' : 'pm',
  }
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** 'Thu, 26 Nov'. */
export function dayText(at: Date): string {
  const inIndia = calendarOf(at)
  return `${weekdays[inIndia.getUTCDay()]}, ${inIndia.getUTCDate()} ${months[inIndia.getUTCMonth()]}`
}

/** '18 Nov 2026, 07:46 PM' [order.6]. */
export function dateTimeText(at: Date): string {
  const inIndia = calendarOf(at)
  const date = `${twoDigits(inIndia.getUTCDate())} ${months[inIndia.getUTCMonth()]} ${inIndia.getUTCFullYear()}`
  const { hours, minutes, half } = clockParts(at)
  return `${date}, ${twoDigits(hours)}:${minutes} ${half.toUpperCase()}${zoneLabel(at)}`
}

const twoDigits = (count: number) => String(count).padStart(2, '0')

/** The start of the day on which this many working days, Monday to Friday, have passed. */
export function addWorkingDays(start: Date, count: number): Date {
  let day = startOfDay(start)
  for (let left = count; left > 0;) {
    day += dayMs
    const weekday = calendarOf(new Date(day)).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left--
  }
  return new Date(day)
}
