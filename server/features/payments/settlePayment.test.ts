import { expect, test } from 'vitest'

import { paymentOutcomeTexts, unplacedOrderTexts } from '#contract/orders/paymentTexts.ts'
import { type PaymentOutcome, paymentOutcomeOf } from './settlePayment.ts'

test.each([
  ['Accepted', null, 'paid'],
  ['Delivered', null, 'paid'],
  ['Cancelled', null, 'cancelled'],
  ['Cancelled', 'late_payment', 'refunded'],
  ['Cancelled', 'replaced', 'replaced'],
  ['Cancelled', 'wrong_amount', 'wrong'],
] as const)(
  'the payment of an order that is %s for the reason %s is %s [checkout.10]',
  (status, unplacedReason, outcome: PaymentOutcome) => {
    expect(paymentOutcomeOf({ status, unplacedReason })).toBe(outcome)
    // The checkout and the order tell the same.
    if (unplacedReason && outcome !== 'paid') {
      expect(paymentOutcomeTexts[outcome]).toBe(unplacedOrderTexts[unplacedReason])
    }
  },
)
