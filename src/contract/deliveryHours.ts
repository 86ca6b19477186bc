import type { Delivery } from './location.ts'
import * as rules from './rules.ts'

/**
 * The delivery times that the header shows, apart from `deliveryPromise.ts` because the first view
 * needs no more than this. It imports no schema for the same reason.
 */

const { quickMinutes, slowMinutes } = rules.delivery
export const { closingHour, openingHour } = rules.sleepingMode

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs
/** India has one time zone and no summer time. */
export const indiaOffsetMs = 330 * minuteMs

/** The minutes of the banner 'Delivery in N mins' [shell.14]. */
export function bannerMinutes(
  delivery: Pick<Delivery, 'deliveryTime' | 'unit'> | null | undefined,
): number {
  const minutes = delivery ? minutesOf(delivery) : undefined
  return minutes !== undefined && minutes < quickMinutes ? quickMinutes : slowMinutes
}

/** The delivery time in minutes; undefined if the store names another unit. */
export const minutesOf = ({ deliveryTime, unit }: Pick<Delivery, 'deliveryTime' | 'unit'>) =>
  unit.startsWith('min') ? deliveryTime : undefined

/** Midnight in India, as a UTC time. */
export const startOfDay = (at: Date): number =>
  Math.floor((at.getTime() + indiaOffsetMs) / dayMs) * dayMs - indiaOffsetMs

/** Whether the store delivers at this hour in India. */
export function isOpenAt(at: Date): boolean {
  const hour = (at.getTime() - startOfDay(at)) / (60 * minuteMs)
  return hour >= openingHour && hour < closingHour
}
