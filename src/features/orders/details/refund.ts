import { addWorkingDays, dayMs, dayText } from '#contract/values/indianTime.ts'
import { minus, noPaise } from '#contract/values/money.ts'
import {
  type Order,
  isPaid,
  type PaymentMethod,
  type RefundDestination,
} from '#contract/orders/order.ts'
import * as rules from '#contract/rules.ts'

const texts: Record<RefundDestination, string> = {
  UPI: 'to your UPI account',
  card: 'to your card',
  bank: 'to your bank account',
  wallet: 'to your wallet',
  cash: 'paid on delivery',
  original: 'to your original payment method',
}

/** "to your UPI account" */
export const destinationText = (to: RefundDestination): string => texts[to]

const destinations: Partial<Record<PaymentMethod, RefundDestination>> = {
  UPI: 'UPI',
  'Credit card': 'card',
  'Debit card': 'card',
  'Net banking': 'bank',
}

/** Where a refund of this order would be paid. An order on delivery may be paid in several ways. */
export const expectedDestination = ({ paymentMethod }: Pick<Order, 'paymentMethod'>): string =>
  destinationText(destinations[paymentMethod] ?? 'original')

/** How long a refund takes once it is started. */
export const refundDuration = `in 5 to ${rules.refund.workingDays} working days`

/** What would be refunded if the order were cancelled now, beside what was refunded before; undefined if nothing was paid. */
export function refundOnCancel({
  paymentStatus,
  totalAmount,
  balanceDue = noPaise,
  refund,
}: Pick<Order, 'paymentStatus' | 'totalAmount' | 'balanceDue' | 'refund'>) {
  const left = minus(minus(totalAmount, balanceDue), refund?.amount ?? noPaise)
  return isPaid(paymentStatus) ? left : undefined
}

/** The day by which a refund is paid. */
const refundDay = (start: string | number) =>
  addWorkingDays(new Date(start), rules.refund.workingDays)

/** The day by which a refund is paid, such as "Thu, 3 Dec". */
export const refundDayText = (start: string | number): string => dayText(refundDay(start))

/** Whether the day by which a refund is paid is over. */
export const isRefundOverdue = (start: string | number, nowMs: number): boolean =>
  refundDay(start).getTime() + dayMs <= nowMs
