import { numbers as n } from './policyNumbers.ts'
import type { Section } from './PolicyText.tsx'

export const terms: Section[] = [
  {
    title: 'About these terms',
    lines: [
      'These terms are an agreement between you and the company named below. They apply to this store, its app and every order placed here. By placing an order you accept the terms in force on that day.',
    ],
  },
  {
    title: 'Your account',
    lines: [
      `You log in with an OTP sent to your mobile number. It is valid for ${n.otpValid}. Never share it with anyone: we will never ask you for it. You must be ${n.age} or older to have an account, and the details you give us must be true.`,
    ],
  },
  {
    title: 'Orders',
    lines: [
      'When you place an order, you offer to buy the items at the price shown in the order summary. The contract is formed when we confirm the order, and the items are then reserved for you. If a price changed since you viewed it, we show you the new summary and place the order only if you agree.',
      `You can order up to ${n.pieces} of the same item in the same size. We sell for personal use and may decline orders that appear to be for resale.`,
    ],
  },
  {
    title: 'Prices and payment',
    lines: [
      'Prices are in Indian rupees and inclusive of all taxes. Any delivery and trial charges are shown in the summary before you order. Standard orders can be paid on delivery, by UPI only. Try and Buy orders are paid online.',
      'If a price is an obvious error, neither of us is bound by it: we’ll tell you before dispatch and refund what you paid.',
    ],
  },
  {
    title: 'Coupons',
    lines: [
      'Each coupon has its own terms. You can use one coupon per order. The discount is divided among the items in proportion to their price, and the refund for a returned item is its price less its share of the discount.',
    ],
  },
  {
    title: 'Delivery',
    lines: [
      `The delivery time shown is our estimate for your address, counted from the time we confirm the order. Orders placed between ${n.closing} and ${n.opening} are delivered after ${n.opening}. The risk in the items passes to you on delivery.`,
    ],
  },
  {
    title: 'Try and Buy',
    lines: [
      'Try and Buy is available in Indore, for participating brands. You choose two sizes of an item, try both at the door, keep one and hand back the other. Items you accept can’t be returned or exchanged, and the trial charge is not refunded.',
    ],
  },
  {
    title: 'Cancellations, returns and exchanges',
    lines: [
      `You can cancel a whole order before dispatch and get a full refund. Items from a Standard order can be returned or exchanged within ${n.returnWindow} of delivery, with the product tag in place.`,
    ],
  },
  {
    title: 'Reviews',
    lines: [
      'You can review items you received. Please describe your own experience, without insults, advertising or anyone’s personal data. We publish reviews with your first name. We don’t pay for reviews, and we don’t remove a review because it is critical.',
    ],
  },
  {
    title: 'Our liability',
    lines: [
      'We are responsible for the items we sell and the promises we make, as the Consumer Protection Act, 2019 requires. Nothing in these terms limits your rights under the law. Colours may look slightly different on your screen. We are not liable for events beyond our reasonable control, such as floods or network outages.',
    ],
  },
  {
    title: 'Governing law and courts',
    lines: [
      'Indian law applies. You can go to the courts or the consumer commission where you live, or to those of our registered office.',
    ],
  },
]
