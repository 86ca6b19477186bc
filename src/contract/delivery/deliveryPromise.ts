import { arrivalDay, arrivalOf, type KnownDelivery, lateArrivalOf } from './deliveryHours.ts'
import { clockTime, dayText, minuteMs } from '#contract/values/indianTime.ts'
import type { OrderStatus } from '#contract/orders/order.ts'
import * as rules from '#contract/rules.ts'
import { usualTerms, type StoreTerms } from '#contract/store/storeTerms.ts'

/**
 * What is promised about the arrival of an order. Product, bag, checkout, orders, messages and the
 * server all ask this module, so that no two of them promise different times. What the header of the
 * first view needs is in `deliveryHours.ts`.
 */

type DeliveryPromise =
  { isAvailable: true; by: Date } | { isAvailable: false; reason: 'unserviceable' | 'soldOut' }

type DeliveryConditions = {
  delivery: KnownDelivery
  /** When the order is placed. */
  at: Date
  isInStock?: boolean
  terms?: StoreTerms
}

/** The delivery promise of an order placed at this moment. */
export function promiseDelivery({
  delivery,
  at,
  isInStock = true,
  terms = usualTerms,
}: DeliveryConditions): DeliveryPromise {
  if (delivery === null) return { isAvailable: false, reason: 'unserviceable' }
  if (!isInStock) return { isAvailable: false, reason: 'soldOut' }
  return { isAvailable: true, by: arrivalOf(at, delivery, terms) }
}

/**
 * The promised arrival of an order placed at `at` from a warehouse with these delivery minutes, as
 * far as they are known.
 */
export const promisedArrival = (
  deliveryTime: number | null | undefined,
  at: Date,
  terms = usualTerms,
): Date =>
  arrivalOf(at, typeof deliveryTime === 'number' ? { deliveryTime, unit: 'minutes' } : null, terms)

/** How long a promise that the checkout has shown may take to reach the server. */
const maxPromiseAgeMinutes = 5

/**
 * The promise of a new order: the one that its checkout showed, so that nothing else is said later,
 * if the store made it in the last minutes. Anything else is replaced by the promise of this moment.
 */
export function keptPromise(
  shown: Date | undefined,
  { deliveryTime, terms = usualTerms }: { deliveryTime: number | null; terms?: StoreTerms },
  at: Date,
): Date {
  // The checkout's clock may be ahead by less than a minute.
  for (let age = -1; age <= maxPromiseAgeMinutes; age++) {
    const promise = promisedArrival(deliveryTime, new Date(at.getTime() - age * minuteMs), terms)
    if (promise.getTime() === shown?.getTime()) return promise
  }
  return promisedArrival(deliveryTime, at, terms)
}

/** 'by 4:35 pm', 'today by 10:30 am', 'tomorrow by 10:30 am' or 'by 10:30 am on Thu, 26 Nov'. */
export function arrivalText(by: Date, now: Date, terms = usualTerms): string {
  const day = arrivalDay(by, now, terms)
  const time = `by ${clockTime(by)}`
  if (day === 'in minutes') return time
  return day === 'later' ? `${time} on ${dayText(by)}` : `${day} ${time}`
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
  terms = usualTerms,
): ArrivalEstimate {
  if (now <= promisedBy) return { by: promisedBy, isLate: false }
  const { remainingMinutes, minRemainingMinutes } = rules.delivery
  const minutes = remainingMinutes[status as keyof typeof remainingMinutes] ?? 0
  const sinceStatus = statusSince.getTime() + minutes * minuteMs - now.getTime()
  const remaining = Math.max(minRemainingMinutes, Math.ceil(sinceStatus / minuteMs))
  return { by: lateArrivalOf(now, remaining, terms), isLate: true }
}
