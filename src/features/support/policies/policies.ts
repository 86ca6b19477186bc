import * as order from './orderPolicies.ts'
import { numbers as n, type Section } from './PolicyText.tsx'
import { privacy, terms } from './legal.ts'

export const refund: Section[] = [
  {
    title: 'What we refund',
    isList: true,
    lines: [
      'Cancelled before dispatch: everything you paid, including delivery and trial charges.',
      `Returned within ${n.returnWindow} of delivery with the product tag in place: the price of the item less its share of any coupon. We don’t refund delivery charges.`,
      'Refused at the door: if you paid online, we refund the order in full.',
      'Try & Buy: the price of any item you hand back. We don’t refund items you accept, or the trial charge.',
      'Charged twice, or charged without an order being placed: the full amount, automatically.',
      'Not paid yet, because you chose to pay on delivery: there is nothing to refund.',
    ],
  },
  {
    title: 'When you get your money',
    lines: [
      'We start the refund when an order is cancelled, or when a return has been collected and checked. We refund your original payment method, usually within five to seven working days, depending on your bank.',
      'You can see every refund and its status in the order under My Orders.',
    ],
  },
  {
    title: 'If your refund is late',
    lines: [
      'Write to us with your order ID. If our answer doesn’t help, contact the grievance officer.',
    ],
  },
]

/** The text of each policy, by the names of `contract/paths.ts`. */
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
