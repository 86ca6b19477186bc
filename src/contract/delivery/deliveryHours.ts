import { dayMs, minuteMs, startOfDay } from '#contract/values/indianTime.ts'
import type { Delivery } from './location.ts'
import * as rules from '#contract/rules.ts'
import { type StoreTerms, usualTerms } from '#contract/store/storeTerms.ts'

/**
 * When an order arrives, apart from the texts of `deliveryPromise.ts` because the first view needs no
 * more than this. It imports no schema for the same reason.
 */

const { lastArrivalHour, morning, roundedToMinutes } = rules.delivery
const hourMs = 60 * minuteMs

/** The delivery to an address: null if there is none, undefined until it is known. */
export type KnownDelivery = Pick<Delivery, 'deliveryTime' | 'unit'> | null | undefined

/** The minutes of the banner 'Delivery in N mins' [shell.14]. */
export function bannerMinutes(
  delivery: KnownDelivery,
  { quickMinutes, slowMinutes }: StoreTerms = usualTerms,
): number {
  const minutes = minutesOf(delivery)
  return minutes !== undefined && minutes < quickMinutes ? quickMinutes : slowMinutes
}

/** The delivery time in minutes; undefined if it is unknown, or the store names another unit. */
const minutesOf = (delivery: KnownDelivery) =>
  delivery?.unit.startsWith('min') ? delivery.deliveryTime : undefined

/** Whether the store delivers at this hour in India. */
export function isOpenAt(at: Date, { openingHour, closingHour }: StoreTerms = usualTerms): boolean {
  const hour = (at.getTime() - startOfDay(at)) / hourMs
  return hour >= openingHour && hour < closingHour
}

/**
 * When an order placed at `at` arrives: within the minutes of the banner. Orders placed while the store
 * is closed, or too late to arrive the same evening, arrive the next morning.
 */
export function arrivalOf(at: Date, delivery: KnownDelivery, terms = usualTerms): Date {
  const { openingHour, closingHour } = terms
  const needed = minutesOf(delivery) ?? 0
  const statedMinutes = bannerMinutes(delivery, terms)
  const minutes = Math.max(statedMinutes, needed)
  const dayStart = startOfDay(at)
  if (at.getTime() < dayStart + openingHour * hourMs) return morningOf(dayStart, minutes, terms)
  // Full minutes, so that the page, whose clock ticks once a minute, and the server agree.
  const atMinute = Math.floor(at.getTime() / minuteMs) * minuteMs
  const earliest = atMinute + needed * minuteMs
  // Rounded down to what the banner says, but not below what the warehouse needs.
  const arrival =
    needed > statedMinutes
      ? roundUp(earliest)
      : Math.max(roundDown(atMinute + statedMinutes * minuteMs), earliest)
  return atMinute >= dayStart + closingHour * hourMs || isAfterLastArrival(arrival, dayStart)
    ? morningOf(dayStart + dayMs, minutes, terms)
    : new Date(arrival)
}

/** When a late order arrives that needs this many more minutes. */
export function lateArrivalOf(at: Date, minutes: number, terms = usualTerms): Date {
  const dayStart = startOfDay(at)
  const arrival = roundUp(at.getTime() + minutes * minuteMs)
  if (at.getTime() < dayStart + terms.openingHour * hourMs) {
    return morningOf(dayStart, minutes, terms)
  }
  return !isOpenAt(at, terms) || isAfterLastArrival(arrival, dayStart)
    ? morningOf(dayStart + dayMs, minutes, terms)
    : new Date(arrival)
}

const isAfterLastArrival = (arrival: number, dayStart: number) =>
  arrival > dayStart + lastArrivalHour * hourMs

/** Early orders of a day are delivered together, by the same time. */
const morningOf = (dayStart: number, minutes: number, { openingHour }: StoreTerms): Date =>
  new Date(
    Math.max(
      dayStart + (morning.hour * 60 + morning.minute) * minuteMs,
      roundUp(dayStart + (openingHour * 60 + minutes) * minuteMs),
    ),
  )

const stepMs = roundedToMinutes * minuteMs
const roundUp = (ms: number) => Math.ceil(ms / stepMs) * stepMs
const roundDown = (ms: number) => Math.floor(ms / stepMs) * stepMs

/** Whether an order arrives in minutes, later today, or on the next day. */
export function arrivalDay(
  by: Date,
  now: Date,
  { openingHour }: StoreTerms = usualTerms,
): 'in minutes' | 'today' | 'tomorrow' | 'later' {
  const days = Math.round((startOfDay(by) - startOfDay(now)) / dayMs)
  if (days === 1) return 'tomorrow'
  if (days !== 0) return 'later'
  return now.getTime() < startOfDay(now) + openingHour * hourMs ? 'today' : 'in minutes'
}

/**
 * How soon an order placed now arrives, as the banner, the badge and the home page say it: '60 mins',
 * 'tomorrow', or 'today' after midnight.
 */
export function deliverySpeed(
  delivery: KnownDelivery,
  now: Date | undefined,
  terms = usualTerms,
): string {
  const day = now && arrivalDay(arrivalOf(now, delivery, terms), now, terms)
  return day === 'today' || day === 'tomorrow' ? day : `${bannerMinutes(delivery, terms)} mins`
}
