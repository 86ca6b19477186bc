import {
  bannerMinutes,
  closingHour,
  dayMs,
  indiaOffsetMs,
  minuteMs,
  minutesOf,
  openingHour,
  startOfDay,
} from './deliveryHours.ts'
import type { Delivery } from './location.ts'
import type { OrderStatus } from './order.ts'
import * as rules from './rules.ts'

/**
 * When an order arrives. Banner, product, bag, checkout, orders, messages and the server all ask
 * this module, so that no two of them promise different times. What the header of the first view
 * needs is in `deliveryHours.ts`.
 */

const { lastArrivalHour, morning, roundedToMinutes } = rules.delivery

type DeliveryPromise =
  { isAvailable: true; by: Date } | { isAvailable: false; reason: 'unserviceable' | 'soldOut' }

type DeliveryConditions = {
  /** The delivery to the address: null if there is none, undefined until it is known. */
  delivery: Pick<Delivery, 'deliveryTime' | 'unit'> | null | undefined
  /** When the order is placed. */
  at: Date
  isInStock?: boolean
}

/** The delivery promise of an order placed at this moment. */
export function promiseDelivery({
  delivery,
  at,
  isInStock = true,
}: DeliveryConditions): DeliveryPromise {
  if (delivery === null) return { isAvailable: false, reason: 'unserviceable' }
  if (!isInStock) return { isAvailable: false, reason: 'soldOut' }
  return { isAvailable: true, by: arrivalOf(at, promisedMinutes(delivery)) }
}

/**
 * The promised arrival of an order placed at `at` from a warehouse with these delivery minutes, as
 * far as they are known.
 */
export const promisedArrival = (deliveryTime: number | null | undefined, at: Date): Date =>
  arrivalOf(
    at,
    promisedMinutes(typeof deliveryTime === 'number' ? { deliveryTime, unit: 'minutes' } : null),
  )

/** At least the minutes of the banner, and more where the warehouse needs more. */
const promisedMinutes = (delivery: DeliveryConditions['delivery']): number =>
  Math.max(bannerMinutes(delivery), (delivery && minutesOf(delivery)) ?? 0)

/**
 * Orders placed while the store is closed, or too late to arrive the same evening, arrive the next
 * morning.
 */
function arrivalOf(at: Date, minutes: number): Date {
  const dayStart = startOfDay(at)
  // Full minutes, so that the page, whose clock ticks once a minute, and the server agree.
  const arrival = roundUp(Math.floor(at.getTime() / minuteMs) * minuteMs + minutes * minuteMs)
  if (at.getTime() < dayStart + openingHour * 60 * minuteMs) return morningOf(dayStart, minutes)
  const isAfterLastArrival = arrival > dayStart + lastArrivalHour * 60 * minuteMs
  if (at.getTime() >= dayStart + closingHour * 60 * minuteMs || isAfterLastArrival) {
    return morningOf(dayStart + dayMs, minutes)
  }
  return new Date(arrival)
}

/** Early orders of a day are delivered together, by the same time. */
const morningOf = (dayStart: number, minutes: number): Date =>
  new Date(
    Math.max(
      dayStart + (morning.hour * 60 + morning.minute) * minuteMs,
      roundUp(dayStart + (openingHour * 60 + minutes) * minuteMs),
    ),
  )

function roundUp(ms: number): number {
  const step = roundedToMinutes * minuteMs
  return Math.ceil(ms / step) * step
}

/** 'by 4:35 pm', 'today by 10:30 am', 'tomorrow by 10:30 am' or 'by 10:30 am on Thu, 26 Nov'. */
export function arrivalText(by: Date, now: Date): string {
  const days = Math.round((startOfDay(by) - startOfDay(now)) / dayMs)
  const time = `by ${clockTime(by)}`
  if (days === 1) return `tomorrow ${time}`
  if (days !== 0) return `${time} on ${dayText(by)}`
  const isBeforeOpening = now.getTime() < startOfDay(now) + openingHour * 60 * minuteMs
  return isBeforeOpening ? `today ${time}` : time
}

/** '4:35 pm' in India. */
export function clockTime(at: Date): string {
  const minutes = Math.floor((at.getTime() - startOfDay(at)) / minuteMs)
  const hour = Math.floor(minutes / 60)
  const minute = String(minutes % 60).padStart(2, '0')
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** 'Thu, 26 Nov' in India. */
export function dayText(at: Date): string {
  const inIndia = new Date(at.getTime() + indiaOffsetMs)
  return `${weekdays[inIndia.getUTCDay()]}, ${inIndia.getUTCDate()} ${months[inIndia.getUTCMonth()]}`
}

type ArrivalEstimate = { by: Date; isLate: boolean }

type OrderProgress = {
  promisedBy: Date
  status: OrderStatus
  /** When the order got its status. */
  statusSince: Date
}

/** The promised time until it has passed, then an estimate based on the status of the order. */
export function estimateArrival(
  { promisedBy, status, statusSince }: OrderProgress,
  now: Date,
): ArrivalEstimate {
  if (now <= promisedBy) return { by: promisedBy, isLate: false }
  const { remainingMinutes, minRemainingMinutes } = rules.delivery
  const minutes = remainingMinutes[status as keyof typeof remainingMinutes] ?? 0
  const sinceStatus = statusSince.getTime() + minutes * minuteMs - now.getTime()
  const remaining = Math.max(minRemainingMinutes, Math.ceil(sinceStatus / minuteMs))
  return { by: arrivalOf(now, remaining), isLate: true }
}
