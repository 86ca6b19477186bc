import { numbers as n, type Section } from './PolicyText.tsx'

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
      'Prices are in Indian rupees and inclusive of all taxes. Any delivery and trial charges are shown in the summary before you order. Standard orders can be paid on delivery, by UPI only. Try & Buy orders are paid online.',
      'If a price is an obvious error, neither of us is bound by it: we’ll let you know before dispatch and refund what you paid.',
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
    title: 'Try & Buy',
    lines: [
      'Try & Buy is available in Indore, for participating brands. You choose two sizes of an item, try both at the door, keep one and hand back the other. Items you accept can’t be returned or exchanged, and the trial charge is not refunded.',
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
      'You can review items you received. Please describe your own experience, without insults, advertising or anyone’s personal data. We publish reviews with your first name. We check photos before we publish them, and we don’t publish photos that show other people without their consent or anything unlawful. We don’t pay for reviews, and we don’t remove a review because it is critical.',
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

/** The notice that the Digital Personal Data Protection Act, 2023 requires. */
export const privacy: Section[] = [
  {
    title: 'What we collect and why',
    isList: true,
    lines: [
      'Your name, mobile number, date of birth, gender and, if you add it, your email address: to identify you, to contact you about orders, and to confirm that you are an adult.',
      'The addresses you save, their location on the map and who receives orders there: to deliver your orders and show you delivery times.',
      'Your bag, your wishlist, and the items and sizes you asked to be notified about: so that they are available on all your devices.',
      'Your orders, payments, returns and their photos, invoices and coupons: to fulfil your orders and to meet our obligations under tax law.',
      'The reviews and complaints you write: we publish reviews with your first name, and we reply to complaints.',
      'The photos you add to reviews: we check them and then publish them with your review, without the place and time at which they were taken.',
      'The notifications you turned on, and the address your browser gives us for them: to send you those notifications and no others.',
      'How fast our pages load, without any information about you: to make them faster.',
    ],
  },
  {
    title: 'How long we keep it',
    isList: true,
    lines: [
      `You are logged out after ${n.sessionIdle} without a visit, and after ${n.sessionLongest} at the latest. An OTP expires after ${n.otpValid}.`,
      'We keep your account data until you remove it or delete your account.',
      'We keep orders, payments and invoices for eight years, as tax and company law require. After you delete your account, they no longer show your name, mobile number or street address.',
      'We keep the photos in your reviews until you replace the review or delete your account. Photos we don’t approve are deleted at once, and photos you didn’t send are deleted after a day.',
      'We delete measurements of page speed after 30 days.',
    ],
  },
  {
    title: 'What is stored on your device',
    lines: [
      'Your bag before you log in, complaints and reviews that you haven’t sent yet, your recent searches, the products you viewed, the location you chose, and copies of pages so that they open without a connection. Logging out removes all of it. The only cookie we set remembers whether you chose the light or the dark theme. The only code from other companies on our pages is our payment provider’s at checkout and the map’s when you open it.',
    ],
  },
  {
    title: 'Who we share it with',
    lines: [
      'Our delivery partners see the name, mobile number and address for the order they deliver. Our SMS provider delivers text messages, our payment provider processes online payments, and your browser’s push service delivers notifications. Each receives only what it needs for that. We give data to authorities where the law requires it. We never sell your data.',
    ],
  },
  {
    title: 'Your consent',
    lines: [
      'We ask for your consent when you create an account, and keep a record of what you agreed to and when. We ask separately for your location, for notifications and for anything else that isn’t needed for an order. The store works without them.',
      `You can withdraw your consent at any time: turn off notifications in My Account, turn off location access in your browser, remove an address, or delete your account. We send at most ${n.offersPerWeek} offers a week, and only if you turned them on.`,
    ],
  },
  {
    title: 'Your rights',
    lines: [
      'Access: Download my data in My Profile gives you a copy of everything we hold about you.',
      'Correction: change your details in My Profile and Addresses, or write to us.',
      'Erasure: use Delete account in My Profile. Your data is deleted immediately, once no order is in progress.',
      'Nomination: write to the grievance officer to nominate someone who can use these rights if you die or can no longer use them yourself.',
      'Complaints: contact the grievance officer first, and then the Data Protection Board of India.',
    ],
  },
  {
    title: 'Children',
    lines: [
      `You must be ${n.age} or older to have an account. We don’t knowingly collect data from children. If you think we have, tell us and we’ll delete it.`,
    ],
  },
  {
    title: 'How we protect it',
    lines: [
      'All data is encrypted while it travels. OTPs and logins are stored only as hashes, and our staff can see only what they need for their work. If your data is ever affected by a breach, we’ll inform you and the Board without delay.',
    ],
  },
]
