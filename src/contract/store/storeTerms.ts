import * as rules from '#contract/rules.ts'
import { joinWithAnd } from '#contract/values/joinWithAnd.ts'

/** The terms that a merchant sets with the details of the store; prices are whole rupees. */
export type StoreTerms = {
  /** Hours of the day in India, 0 to 24. Orders of other hours arrive the next morning. */
  openingHour: number
  closingHour: number
  /** The delivery times that the store advertises. */
  quickMinutes: number
  slowMinutes: number
  /** How long after delivery an item can be returned or exchanged. */
  returnHours: number
  maxCashRupees: number
  /** Unpaid Cash on Delivery orders that one customer can have. */
  openCashOrders: number
  /** The first letters of order and invoice numbers, such as PEH in PEH-KAB55N. */
  numberPrefix: string
}

/** What the store is called and says of itself until its facts are read. */
export const defaultStoreName = 'Pehno'
export const defaultTagline = 'Style Delivered in 60 mins'

/** The terms of a store whose merchant has set no others. */
export const usualTerms: StoreTerms = rules.usualTerms

type WithTerms = {
  terms?: { [Name in keyof StoreTerms]?: StoreTerms[Name] | undefined } | undefined
}

/** The terms of a store: those its merchant has set, and the usual ones. */
export function termsOf(facts: WithTerms | undefined): StoreTerms {
  const own = Object.entries(facts?.terms ?? {}).filter(([, value]) => value !== undefined)
  return { ...usualTerms, ...Object.fromEntries(own) }
}

export const returnWindowMs = ({ returnHours }: StoreTerms) => returnHours * 3_600_000
export const maxCashPaise = ({ maxCashRupees }: StoreTerms) => maxCashRupees * 100

/** 'Indore', 'Indore and Bhopal', or undefined without a city. */
export const citiesText = (cities: readonly string[] | undefined): string | undefined =>
  cities && cities.length > 0 ? joinWithAnd(cities) : undefined
