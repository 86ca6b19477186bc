import { numbers as n } from './policyNumbers.ts'
import type { Section } from './PolicyText.tsx'

export const terms: Section[] = [
  {
    title: 'What this is',
    lines: [
      'These terms are between you and the company named below. They hold for this store, its app and everything ordered here. By ordering you agree to them as they stand on that day.',
    ],
  },
  {
    title: 'Your account',
    lines: [
      `You sign in with a code sent to your mobile number. It is valid for ${n.otpValid}; do not share it, we never ask for it. You must be ${n.age} or older to hold an account, and what you tell us about yourself has to be true.`,
    ],
  },
  {
    title: 'Orders',
    lines: [
      'An order is a binding offer to buy at the price shown in its summary. We accept it by confirming it; stock is set aside for you at that moment. Should a price have changed since you looked, the new summary is shown and nothing is ordered until you agree to it.',
      `Of one piece in one size you can order up to ${n.pieces}. We sell for personal use and may decline orders that look like trade.`,
    ],
  },
  {
    title: 'Prices and payment',
    lines: [
      'Prices are in Indian rupees and inclusive of all taxes. Delivery and trial charges, where there are any, stand in the summary before you order. A Standard order can be paid on delivery, by UPI only; Try and Buy is paid online.',
      'A price that is plainly a mistake binds nobody: we tell you before dispatch and give back what you paid.',
    ],
  },
  {
    title: 'Coupons',
    lines: [
      'A coupon holds as its own terms say, one for each order. It is spread over the pieces by their price, and what comes back for a returned piece is its price after that share.',
    ],
  },
  {
    title: 'Delivery',
    lines: [
      `The time shown is what we expect for your address, counted from our confirmation. Orders placed between ${n.closing} and ${n.opening} are delivered after ${n.opening}. The risk is ours until the pieces are in your hands.`,
    ],
  },
  {
    title: 'Try and Buy',
    lines: [
      'Offered in Indore, and not by all brands. You choose two sizes, try both at the door, keep one and hand the other back. Accepted pieces cannot be returned or exchanged; the trial charge is not refunded.',
    ],
  },
  {
    title: 'Cancelling, returning, exchanging',
    lines: [
      `Before dispatch you can cancel the whole order and get back all you have paid. A Standard order can be returned or exchanged within ${n.returnWindow} of delivery with its product tag in place.`,
    ],
  },
  {
    title: 'Reviews',
    lines: [
      'Who has received a piece may review it. Say what you found, in your own words, without insults, advertisements or anybody’s personal data. Reviews stand here with your first name; we do not pay for them and do not remove them for being critical.',
    ],
  },
  {
    title: 'What we answer for',
    lines: [
      'We answer for what we sell and for what we promise, as the Consumer Protection Act, 2019 asks, and nothing here takes a right from you that the law gives. Pictures are as true as screens allow. We do not answer for what no care of ours could have prevented, such as a flood or a network that is down.',
    ],
  },
  {
    title: 'Law and courts',
    lines: [
      'Indian law holds. You may go to the courts or the consumer commission where you live, or to those of our registered office.',
    ],
  },
]
