import * as order from './orderPolicies.ts'
import { numbers as n } from './policyNumbers.ts'
import type { Section } from './PolicyText.tsx'
import { privacy } from './privacy.ts'
import { terms } from './terms.ts'

export const refund: Section[] = [
  {
    title: 'What comes back',
    isList: true,
    lines: [
      'Cancelled before dispatch: everything you paid comes back, charges included.',
      `Returned within ${n.returnWindow} of delivery with the product tag in place: the price of the piece after its share of a coupon comes back; delivery charges do not.`,
      'Not paid yet, because you chose to pay on delivery: there is nothing to refund.',
      'Try and Buy: the size you hand back is refunded if you paid for it. What you accept is not, nor is the trial charge.',
      'A payment that led to no order, or was taken twice: all of it comes back by itself.',
    ],
  },
  {
    title: 'How and when',
    lines: [
      'We start the refund when an order is cancelled, or when a return has been collected and checked. Money goes back the way it came, usually within five to seven working days; that part is in the hands of your bank.',
      'The order itself, under Track order, shows what has come back and what is under way.',
    ],
  },
  {
    title: 'Where it is late',
    lines: [
      'Write to us with the number of the order. If our answer does not help, the grievance officer is there for you.',
    ],
  },
]

/** The text of each policy, by the names of `contract/policyNames.ts`. */
export const policySections: Record<string, Section[]> = {
  shipping: order.shipping,
  returns: order.returns,
  exchange: order.exchange,
  cancellation: order.cancellation,
  refund,
  payment: order.payment,
  'try-and-buy': order.tryAndBuy,
  privacy,
  terms,
  grievance: order.grievance,
}
