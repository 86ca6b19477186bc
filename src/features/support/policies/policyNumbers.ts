import { rules } from '#contract/rules.ts'
import { numberText } from '#ui/text/numbers.tsx'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const { delivery, sleepingMode, orders, session, user, grievance, cart, cash } = rules

/** An hour as text: 9PM. */
const hourText = (hour: number) => `${hour % 12 || 12}${hour < 12 ? 'AM' : 'PM'}`

/** Numbers in the policies as text, taken from the store's rules. */
export const numbers = {
  quick: `${delivery.quickMinutes} mins`,
  slow: `${delivery.slowMinutes} mins`,
  closing: hourText(sleepingMode.fromHour),
  opening: hourText(sleepingMode.untilHour),
  returnWindow: `${orders.returnWindowMs / hourMs} hours`,
  hold: `${orders.holdMs / (60 * 1000)} minutes`,
  sessionIdle: `${session.idleMs / dayMs} days`,
  sessionLongest: `${session.longestMs / dayMs} days`,
  otpValid: `${rules.otp.validForMs / (60 * 1000)} minutes`,
  age: `${user.minAgeYears}`,
  maxCash: `₹${numberText(cash.maxPaise / 100)}`,
  openCash: `${cash.openPerUser}`,
  newCash: `${cash.newDaily}`,
  newCashFor: `${cash.newForMs / dayMs} days`,
  cashRefusals: `${cash.refusals}`,
  cashRefusalsFor: `${cash.refusalsForMs / dayMs} days`,
  pieces: `${cart.maxQuantity}`,
  acknowledge: `${grievance.acknowledgeHours} hours`,
  settle: `${grievance.settleDays} days`,
  offersPerWeek: `${rules.push.maxOffersPerWeek}`,
}
