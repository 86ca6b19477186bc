import { numbers as n, type Section } from './PolicyText.tsx'
import { privacy, terms } from './legal.ts'

const shipping: Section[] = [
  {
    title: 'Delivery time',
    lines: [
      `We deliver from the warehouse nearest to you. The delivery time for your address is shown at the top of every page: ${n.quick} or ${n.slow} from the time we confirm your order.`,
      `We deliver between ${n.opening} and ${n.closing}. You can order at any time: orders placed between ${n.closing} and ${n.opening} are delivered after ${n.opening}.`,
    ],
  },
  {
    title: 'Where we deliver',
    lines: [
      'Choose an address or drop a pin on the map to see whether we deliver there. If it says Unserviceable, we don’t deliver to that address yet.',
      'Someone else can receive your order. Add their name and mobile number in your bag.',
    ],
  },
  {
    title: 'Delivery charges',
    lines: [
      'The delivery charge is shown in your bag and in the order summary before you order. FREE means there is no charge. We don’t add anything later.',
      'Delivery charges are non-refundable, except when you cancel the whole order before dispatch.',
    ],
  },
  {
    title: 'On the day',
    lines: [
      'You can follow your order under Track Order. Our delivery partner sees only the name, address and phone number for that order.',
      'If nobody can receive the order, we call you. An order that can’t be delivered is returned to our warehouse, and we refund what you paid.',
    ],
  },
]

const returns: Section[] = [
  {
    title: 'What you can return',
    isList: true,
    lines: [
      `Items from Standard orders, within ${n.returnWindow} of delivery.`,
      'Items must be unworn and unwashed, with the product tag in place. We can’t accept a return without the tag.',
      'Items you accepted at the door in a Try & Buy order can’t be returned or exchanged.',
    ],
  },
  {
    title: 'How to return an item',
    lines: [
      'Open the order under My Orders, choose Return and select a reason. Add photos if something is wrong with the item. We’ll collect it from your delivery address.',
      'We check the item and its tag at pickup. The refund policy explains how much you get back and when.',
    ],
  },
  {
    title: 'Wrong or damaged items',
    lines: [
      'If you received a wrong or damaged item, mention it in the return and add a photo. You won’t be charged for our mistake.',
    ],
  },
]

const exchange: Section[] = [
  {
    title: 'Exchanging for another size',
    lines: [
      `You can exchange an item from a Standard order for another size within ${n.returnWindow} of delivery, if that size is in stock and the product tag is in place.`,
      'Open the order under My Orders, choose Exchange and pick the new size. We deliver the new size and collect the old one in the same visit.',
    ],
  },
  {
    title: 'What you can’t exchange',
    lines: [
      'Items accepted in a Try & Buy order, items without a product tag, and items that were worn or washed. If you want a different colour or product, return the item and place a new order.',
    ],
  },
]

const cancellation: Section[] = [
  {
    title: 'Before dispatch',
    lines: [
      'You can cancel an order until it is dispatched. Open the order under Track Order and tap Cancel. This cancels the whole order; single items can’t be cancelled.',
      'We refund everything you paid, including delivery and trial charges. If you used a coupon, you can use it again as long as its terms allow.',
    ],
  },
  {
    title: 'After dispatch',
    lines: [
      `An order that is on its way can’t be cancelled. You can return items from a Standard order within ${n.returnWindow} of delivery.`,
    ],
  },
  {
    title: 'If we cancel your order',
    lines: [
      'If an item turns out to be unavailable or defective, or we can’t reach your address that day, we’ll let you know and refund everything you paid.',
      `If you don’t complete an online payment within ${n.hold}, the items are released for other customers. If money was still deducted from your account, we refund it automatically.`,
    ],
  },
]

const tryAndBuy: Section[] = [
  {
    title: 'How it works',
    lines: [
      'Choose two sizes of an item. We bring both. Try them on while our delivery partner waits, keep the size that fits and hand back the other.',
      'If neither size fits, hand back both and we’ll refund their price.',
    ],
  },
  {
    title: 'Terms',
    isList: true,
    lines: [
      'Available in Indore only, and not for every brand. The product page shows whether an item is included.',
      'You pay online when you order. Payment on delivery is for Standard orders only.',
      'The trial charge pays for the visit and is shown in the order summary. It is not refunded after the visit.',
      'Items you accept at the door can’t be returned or exchanged.',
    ],
  },
]

const payment: Section[] = [
  {
    title: 'Payment methods',
    isList: true,
    lines: [
      'Online by UPI, card or net banking, through our payment provider. We never see or store your card details.',
      `On delivery, for Standard orders up to ${n.maxCash}. Only UPI payment is acceptable at the time of delivery. You can have up to ${n.openCash} unpaid orders at a time, and the same limit applies to each address. New accounts can place ${n.newCash} of these orders a day in their first ${n.newCashFor}. If ${n.cashRefusals} such orders are refused at the door within ${n.cashRefusalsFor}, your next orders have to be paid online.`,
      'By payment link: if an order isn’t paid yet, we can send a link to your mobile number.',
    ],
  },
  {
    title: 'Prices',
    lines: [
      'Prices are in Indian rupees and inclusive of all taxes. The price that is struck through is the MRP. Coupon discounts, delivery charges and trial charges are listed separately before you order and on your invoice.',
    ],
  },
  {
    title: 'If a payment fails',
    lines: [
      'Your bag is saved and you can try again. We check every payment that didn’t complete with our payment provider. If you were charged but no order was placed, we refund the full amount to the account you paid from.',
    ],
  },
]

const grievance: Section[] = [
  {
    title: 'How to make a complaint',
    lines: [
      'Use the form under Customer Support, write to the grievance officer, or call us. You’ll get a ticket number straight away. Please quote it when you contact us again.',
      `We acknowledge every complaint within ${n.acknowledge} and resolve it within ${n.settle}, as required by the Consumer Protection (E-Commerce) Rules, 2020.`,
      'If you aren’t satisfied with our answer, you can call the National Consumer Helpline on 1915 or go to your consumer commission.',
    ],
  },
]

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
  shipping,
  returns,
  exchange,
  cancellation,
  refund,
  payment,
  'try-and-buy': tryAndBuy,
  privacy,
  terms,
  grievance,
}
