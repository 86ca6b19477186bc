import { dayMs, minuteMs } from '#contract/values/indianTime.ts'
import * as rules from '#contract/rules.ts'
import type { StoreTerms } from '#contract/store/storeTerms.ts'
import { useStoreTerms, useTryAndBuyCities } from '#platform/api/storeFacts.ts'
import { numberText } from '#ui/text/numbers.tsx'

/** An hour as text: 9 pm. */
const hourText = (hour: number) => `${hour % 12 || 12} ${hour % 24 < 12 ? 'am' : 'pm'}`

const { morning } = rules.delivery

/** What the policies say of the store, as text, from its terms and the rules of every store. */
export const policyNumbersOf = (terms: StoreTerms, tryAndBuyCities: string | undefined) => ({
  /** 'Indore and Bhopal'; undefined where there is no Try & Buy. */
  tryAndBuyCities,
  quick: `${terms.quickMinutes} mins`,
  slow: `${terms.slowMinutes} mins`,
  closing: hourText(terms.closingHour),
  lastArrival: hourText(rules.delivery.lastArrivalHour),
  opening: hourText(terms.openingHour),
  morning: `${morning.hour}:${morning.minute} am`,
  returnWindow: `${terms.returnHours} hours`,
  hold: `${rules.orders.holdMs / minuteMs} minutes`,
  sessionIdle: `${rules.session.idleMs / dayMs} days`,
  sessionMaxAge: `${rules.session.maxAgeMs / dayMs} days`,
  otpValid: `${rules.otp.validForMs / minuteMs} minutes`,
  age: `${rules.user.minAgeYears}`,
  maxCash: `₹${numberText(terms.maxCashRupees)}`,
  openCash: `${terms.openCashOrders}`,
  newCash: `${rules.cash.newAccountMaxDaily}`,
  newCashFor: `${rules.cash.newAccountMs / dayMs} days`,
  cashRefusals: `${rules.cash.maxRefusals}`,
  cashRefusalsFor: `${rules.cash.refusalWindowMs / dayMs} days`,
  maxQuantity: `${rules.cart.maxQuantity}`,
  acknowledge: `${rules.grievance.acknowledgeHours} hours`,
  settle: `${rules.grievance.settleDays} days`,
  offersPerWeek: `${rules.push.maxOffersPerWeek}`,
})

export type PolicyNumbers = ReturnType<typeof policyNumbersOf>

export const usePolicyNumbers = (): PolicyNumbers =>
  policyNumbersOf(useStoreTerms(), useTryAndBuyCities())
