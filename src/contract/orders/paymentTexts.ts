import type { UnplacedReason } from './order.ts'

const fullRefund = 'We’ll refund the full amount to your account in 5 to 7 working days.'

/** What the customer reads about an order that was paid but not placed. */
export const unplacedOrderTexts = {
  late_payment: `This order expired before your payment arrived. ${fullRefund}`,
  replaced: `You ordered these items again before this payment arrived. ${fullRefund}`,
  wrong_amount: `Your payment didn’t match the price of this order. ${fullRefund}`,
} as const satisfies Record<UnplacedReason, string>

/** The same, by the state of the payment. */
export const paymentOutcomeTexts = {
  refunded: unplacedOrderTexts.late_payment,
  replaced: unplacedOrderTexts.replaced,
  wrong: unplacedOrderTexts.wrong_amount,
  cancelled: 'This order was cancelled. You can track your refund in My Orders.',
} as const
