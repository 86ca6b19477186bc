import { numbers as n } from './policyNumbers.ts'
import type { Section } from './PolicyText.tsx'

export const shipping: Section[] = [
  {
    title: 'How fast',
    lines: [
      `We deliver from a warehouse near you. The header shows what to expect at your address, ${n.quick} or ${n.slow}, counted from the moment we confirm the order.`,
      `Our warehouses sleep between ${n.closing} and ${n.opening}. You can order as usual then; we deliver after ${n.opening}.`,
    ],
  },
  {
    title: 'Where',
    lines: [
      'Choose your address or drop a pin on the map, and we tell you at once. Where it says Unserviceable we are not there yet, and we take no order for it.',
      'Any name and mobile number can receive an order: say so in the bag.',
    ],
  },
  {
    title: 'What it costs',
    lines: [
      'The delivery charge, FREE where there is none, stands in the bag and again in the summary before you order. Nothing is added afterwards.',
      'Delivery charges are non-refundable, except when the whole order is cancelled before dispatch.',
    ],
  },
  {
    title: 'At the door',
    lines: [
      'Track order shows where your order is. The person who brings it has your name, the address and a way to call you, and nothing else of you.',
      'If nobody can take it we call. An order that could not be handed over goes back to the warehouse and what you paid comes back.',
    ],
  },
]

export const returns: Section[] = [
  {
    title: 'What can come back',
    isList: true,
    lines: [
      `Standard orders, within ${n.returnWindow} of delivery.`,
      'Unworn and unwashed, with the product tag in place. Without the tag we have to decline.',
      'Pieces bought with Try and Buy cannot be returned or exchanged once you have accepted them at the door: that visit was for trying.',
    ],
  },
  {
    title: 'How',
    lines: [
      'Open the order under My Orders, choose the piece, tell us why and add a photo if something is wrong with it. We collect it from the address of the order.',
      'At pickup we look at the piece and its tag. What comes back to you then, and when, stands in the refund policy.',
    ],
  },
  {
    title: 'Wrong or damaged',
    lines: [
      'If we brought the wrong piece or a damaged one, say so in the return with a photo. That is our mistake, and it costs you nothing.',
    ],
  },
]

export const exchange: Section[] = [
  {
    title: 'Another size',
    lines: [
      `A piece of a Standard order can be exchanged for another size of the same piece within ${n.returnWindow} of delivery, as long as we have that size and the product tag is in place.`,
      'Open the order under My Orders, choose Exchange and the size you need. We bring the new piece and take the old one in the same visit.',
    ],
  },
  {
    title: 'What cannot be exchanged',
    lines: [
      'Pieces accepted in Try and Buy, pieces without their tag, and pieces that have been worn or washed. For another colour or another piece, return this one and order that.',
    ],
  },
]

export const cancellation: Section[] = [
  {
    title: 'Until dispatch',
    lines: [
      'An order can be cancelled until it is dispatched: open it under Track order and tap Cancel. The whole order is cancelled; single pieces cannot be.',
      'All you have paid comes back, delivery and trial charges included. A coupon you used can be used again as its terms allow.',
    ],
  },
  {
    title: 'After dispatch',
    lines: [
      `It is on its way and cannot be stopped. A Standard order can still be returned within ${n.returnWindow} of delivery.`,
    ],
  },
  {
    title: 'If we have to cancel',
    lines: [
      'Should a piece turn out to be missing or flawed, or your address be out of reach that day, we tell you and give everything back.',
      `An online payment that is not finished within ${n.hold} frees the pieces for others. If money left your account all the same, it comes back by itself.`,
    ],
  },
]

export const tryAndBuy: Section[] = [
  {
    title: 'How a trial works',
    lines: [
      'Choose two sizes of a piece. We bring both; try them on while our person waits, keep the one that fits and hand the other back.',
      'If neither fits, hand back both: their price comes back to you.',
    ],
  },
  {
    title: 'Terms',
    isList: true,
    lines: [
      'In Indore only, and not with every brand: the product page says so.',
      'Paid online when you order. Paying on delivery is for Standard orders.',
      'The trial charge is for the visit and stands in the summary. It is not refunded after the visit.',
      'What you accept at the door cannot be returned or exchanged.',
    ],
  },
]

export const payment: Section[] = [
  {
    title: 'Ways to pay',
    isList: true,
    lines: [
      'Online by UPI, card or net banking, through our payment provider. We never see or keep your card.',
      `On delivery, for Standard orders up to ${n.mostCash}. Only UPI payment is acceptable at the time of delivery. Up to ${n.openCash} such orders of yours, and as many to one address, may be under way at a time. An account in its first ${n.newCashFor} can place ${n.newCash} of them a day. After ${n.cashRefusals} of them were not accepted at the door within ${n.cashRefusalsFor}, orders are paid online.`,
      'By link: for an order that is not paid yet we can send a payment link to your mobile number.',
    ],
  },
  {
    title: 'Prices',
    lines: [
      'Prices are in Indian rupees and inclusive of all taxes. The struck-through price is the MRP. Coupons, delivery and trial charges are shown one by one before you order, and the invoice repeats them.',
    ],
  },
  {
    title: 'If a payment fails',
    lines: [
      'Your bag stays as it is and you can try again. We ask the provider about every payment whose end we do not know; money without an order goes back the way it came.',
    ],
  },
]

export const grievance: Section[] = [
  {
    title: 'How to complain',
    lines: [
      'Use the form under Customer Support, write to the grievance officer, or call. You get a ticket number at once: keep it to ask after your complaint.',
      `We acknowledge every complaint within ${n.acknowledge} and settle it within ${n.settle}, as the Consumer Protection (E-Commerce) Rules, 2020 ask.`,
      'If you are not content with our answer you can turn to the National Consumer Helpline, 1915, or to your consumer commission.',
    ],
  },
]
