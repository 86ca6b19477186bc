import type { PolicyNumbers } from './policyNumbers.ts'
import type { Section } from './PolicyText.tsx'

const terms = (n: PolicyNumbers): Section[] => [
  {
    title: 'About these terms',
    lines: [
      'These terms are an agreement between you and the company named below. They apply to this store, its app and every order placed here. By placing an order you accept the terms in force on that day.',
    ],
  },
  {
    title: 'Your account',
    lines: [
      `You log in with an OTP sent to your mobile number. It is valid for ${n.otpValid}. Never share it with anyone: we will never call or message you to ask for it. You must be ${n.age} or older to have an account, and the details you give us must be true.`,
    ],
  },
  {
    title: 'Orders',
    lines: [
      'When you place an order, you offer to buy the items at the price shown in the order summary. The contract is formed when we confirm the order, and the items are then reserved for you. If a price changed since you viewed it, we show you the new summary and place the order only if you agree.',
      `You can order up to ${n.maxQuantity} of the same item in the same size. We sell for personal use and may decline orders that appear to be for resale.`,
    ],
  },
  {
    title: 'Prices and payment',
    lines: [
      'Prices are in Indian rupees and inclusive of all taxes. Any delivery and trial charges are shown in the summary before you order. Cash on Delivery is available for Standard orders; only UPI payment is acceptable at the time of delivery. Try & Buy orders are paid online.',
      'If a price is an obvious error, neither of us is bound by it: we’ll let you know before we ship the order and refund what you paid.',
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
      `The delivery time shown is our estimate for your address, counted from the time we confirm the order. Orders placed between ${n.closing} and ${n.opening} are delivered the same or the next morning, usually by ${n.morning}. The risk in the items passes to you on delivery.`,
    ],
  },
  ...onlyWithTrial(n, (cities) => ({
    title: 'Try & Buy',
    lines: [
      `Try & Buy is available in ${cities}, for participating brands. You choose two sizes of an item, try both at your door, keep one and return the other. Items you keep can’t be returned or exchanged, and the trial charge isn’t refunded once the trial has started.`,
    ],
  })),
  {
    title: 'Cancellations, returns and exchanges',
    lines: [
      `You can cancel a whole order before it’s shipped and get a full refund. Items from a Standard order can be returned or exchanged within ${n.returnWindow} of delivery, with the product tag in place.`,
    ],
  },
  {
    title: 'Reviews',
    lines: [
      'You can review items you received. Please describe your own experience, without insults, advertising or anyone’s personal data. We publish reviews with your first name and the size you bought. We check photos before we publish them, and we don’t publish photos that show other people without their consent or anything unlawful. We don’t pay for reviews, and we don’t remove a review because it is critical.',
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
      'Indian law applies. You can go to the courts or the consumer commission where you live, or where our registered office is.',
    ],
  },
]

/** The notice that the Digital Personal Data Protection Act, 2023 requires. */
const privacy = (n: PolicyNumbers): Section[] => [
  {
    title: 'What we collect and why',
    isList: true,
    lines: [
      'Your name, mobile number, date of birth, gender and, if you add it, your email address: to identify you, to contact you about orders, and to confirm that you are an adult.',
      'The addresses you save, their location on the map and who receives orders there: to deliver your orders and show you delivery times.',
      'Your bag, your wishlist, and the items and sizes you asked to be notified about: so that they are available on all your devices.',
      'Your orders, payments, returns and their photos, invoices and coupons: to fulfil your orders and to meet our obligations under tax law.',
      'The reviews and complaints you write: we publish reviews with your first name and the size you bought, and we reply to complaints.',
      'Photos our delivery agents take at your door, of a parcel or of an item you return: to prove the delivery, or the state of the item.',
      'The photos you add to reviews: we check them and then publish them with your review, without the place and time at which they were taken.',
      'The UPI ID or bank account you give us for the refund of a Cash on Delivery order: to send you the money.',
      'The notifications you turned on, and the address your browser gives us for them: to send you those notifications and no others.',
      'How fast our pages load, without any information about you: to make them faster.',
    ],
  },
  {
    title: 'How long we keep it',
    isList: true,
    lines: [
      `You are logged out after ${n.sessionIdle} without a visit, and after ${n.sessionMaxAge} at the latest. An OTP expires after ${n.otpValid}.`,
      'We keep your account data until you remove it or delete your account.',
      'We keep orders, payments and invoices for eight years, as tax and company law require. After you delete your account, they no longer show your name, mobile number, street address or refund account.',
      `After you delete your account, we keep a coded form of your mobile number that can’t be turned back into the number, with the coupons you used, so that they can’t be used again. If you refused Cash on Delivery orders at the door, we also keep each refusal for ${n.cashRefusalsFor}, with coded forms of your mobile number and the delivery address.`,
      'Photos of a delivery are deleted after 90 days, or with your account.',
      'We keep the photos in your reviews until you replace the review or delete your account. Your star ratings stay, without your name or words. Photos we don’t approve are deleted at once, and photos you uploaded but didn’t submit with a review are deleted after a day.',
      'We delete measurements of page speed after 30 days.',
    ],
  },
  {
    title: 'What is stored on your device',
    lines: [
      'Your bag before you log in, complaints and reviews that you haven’t sent yet, your recent searches, the items you viewed, the location you chose, and copies of pages so that they open without a connection. Logging out removes all of it. The only cookie we set remembers whether you chose the light or the dark theme. The only third-party code on our pages is our payment provider’s at checkout and the map provider’s when you open a map.',
    ],
  },
  {
    title: 'Who we share it with',
    lines: [
      'Our delivery agents see the name, mobile number and address for the order they deliver. Our SMS provider delivers text messages, our payment provider processes online payments, and your browser’s push service delivers notifications. If you use the map, our map provider receives the place you search for or mark. Each receives only what it needs for that. We give data to authorities where the law requires it. We never sell your data.',
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
      'Erasure: use Delete account in My Profile. You can do this when no order, return or exchange is in progress. Everything except what is listed under “How long we keep it” is then deleted immediately.',
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
      'All data is encrypted in transit. OTPs and login tokens are stored only as hashes, and our staff can see only what they need for their work. If your data is ever affected by a breach, we’ll inform you and the Board without delay.',
    ],
  },
]

const shipping = (n: PolicyNumbers): Section[] => [
  {
    title: 'Delivery time',
    lines: [
      `We deliver from the warehouse nearest to you. The delivery time for your address is shown on the home page and on every product page: ${n.quick} or ${n.slow} from the time we confirm your order.`,
      `You can order at any time. Orders placed between ${n.opening} and ${n.closing} usually arrive the same day, the last ones by ${n.lastArrival}. Orders placed between ${n.closing} and ${n.opening} are delivered the same or the next morning, usually by ${n.morning}.`,
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
      'Delivery charges are non-refundable, unless the whole order is cancelled before it’s shipped, refused at the door, or we can’t deliver it.',
    ],
  },
  {
    title: 'On the day',
    lines: [
      'You can follow your order under Track Order. Our delivery agent sees only the name, address and mobile number for that order.',
      'If nobody can receive the order, we call you. An order that can’t be delivered is returned to our warehouse, and we refund what you paid.',
    ],
  },
]

const returns = (n: PolicyNumbers): Section[] => [
  {
    title: 'What you can return',
    isList: true,
    lines: [
      `Items from Standard orders, within ${n.returnWindow} of delivery.`,
      'Items must be unworn and unwashed, with the product tag in place. We can’t accept a return without the tag.',
      'Items you kept from a Try & Buy order can’t be returned or exchanged.',
    ],
  },
  {
    title: 'How to return an item',
    lines: [
      'Open the order under My Orders, choose Return and select a reason. Add photos if something is wrong with the item. We’ll pick it up from your delivery address, free of charge. You can withdraw the request until then.',
      'We check the item and its tag when we pick it up. If it has been worn or washed, or the tag is missing, we decline the return: you keep the item, and your order shows the reason.',
      'The refund policy explains how much you get back and when.',
    ],
  },
  {
    title: 'Wrong or damaged items',
    lines: [
      'If you received a wrong or damaged item, request a return and add a photo of it. Pickup is free, and we refund the price you paid for the item.',
    ],
  },
]

const exchange = (n: PolicyNumbers): Section[] => [
  {
    title: 'Exchanging for another size',
    lines: [
      `You can exchange an item from a Standard order for another size within ${n.returnWindow} of delivery, if that size is in stock and the product tag is in place.`,
      'Open the order under My Orders, choose Exchange and select the new size. We deliver the new size and pick up the old one in the same visit.',
      'We check the old item at the door. If it has been worn or washed, or the tag is missing, we decline the exchange: you keep the old size, and your order shows the reason.',
    ],
  },
  {
    title: 'What you can’t exchange',
    lines: [
      'Items you kept from a Try & Buy order, items without a product tag, and items that were worn or washed. If you want a different colour or product, return the item and place a new order.',
    ],
  },
]

const cancellation = (n: PolicyNumbers): Section[] => [
  {
    title: 'Before shipping',
    lines: [
      'You can cancel an order until it’s shipped. Open the order under Track Order, tap View Details and then Cancel order. This cancels the whole order; individual items can’t be cancelled.',
      'We refund everything you paid, including delivery and trial charges. If you used a coupon, you can use it again as long as its terms allow.',
    ],
  },
  {
    title: 'After shipping',
    lines: [
      `An order that has been shipped can’t be cancelled, but you can refuse it at the door. You can return items from a Standard order within ${n.returnWindow} of delivery.`,
    ],
  },
  {
    title: 'If we cancel your order',
    lines: [
      'If an item turns out to be unavailable or defective, or we can’t reach your address that day, we’ll let you know and refund everything you paid.',
      `If you don’t complete an online payment within ${n.hold}, the items are released for other customers. If money was deducted from your account anyway, we refund it automatically.`,
    ],
  },
]

const tryAndBuy = (n: PolicyNumbers): Section[] => [
  {
    title: 'How it works',
    lines: [
      'Choose two sizes of an item. We bring both. Try them on while our delivery agent waits, keep the size that fits and return the other.',
      'If neither size fits, return both and we’ll refund the price of the item.',
    ],
  },
  {
    title: 'Terms',
    isList: true,
    lines: [
      n.tryAndBuyCities
        ? `Available in ${n.tryAndBuyCities} only, and not for every brand. The product page shows whether an item is eligible.`
        : 'Not available at the moment.',
      'You pay online when you order. Cash on Delivery is for Standard orders only.',
      'The trial charge pays for the visit and is shown in the order summary. It isn’t refunded once the trial has started.',
      'Items you keep can’t be returned or exchanged.',
    ],
  },
]

const payment = (n: PolicyNumbers): Section[] => [
  {
    title: 'Payment methods',
    isList: true,
    lines: [
      'Online by UPI, card or net banking, through our payment provider. We never see or store your card details.',
      `Cash on Delivery, for Standard orders up to ${n.maxCash}. Only UPI payment is acceptable at the time of delivery. You can have up to ${n.openCash} unpaid Cash on Delivery orders at a time, and so can each address. In its first ${n.newCashFor}, a new account can place up to ${n.newCash} Cash on Delivery orders a day.`,
      `If ${n.cashRefusals} Cash on Delivery orders from one customer or to one address are refused at the door within ${n.cashRefusalsFor}, the next orders have to be paid online.`,
      'By payment link: if an order isn’t paid yet, we can send a link to your mobile number.',
    ],
  },
  {
    title: 'Prices',
    lines: [
      'Prices are in Indian rupees and inclusive of all taxes. The struck-through price is the MRP. Coupon discounts, delivery charges and trial charges are listed separately before you order and on your invoice.',
    ],
  },
  {
    title: 'If a payment fails',
    lines: [
      'Your bag is saved and you can try again. We check every payment that didn’t complete with our payment provider. If you were charged but no order was placed, we refund the full amount to your original payment method.',
    ],
  },
]

const grievance = (n: PolicyNumbers): Section[] => [
  {
    title: 'How to make a complaint',
    lines: [
      'Use the form under Customer Support, write to the grievance officer, or call us. You’ll get a ticket number straight away. Please quote it when you contact us again.',
      `We acknowledge every complaint within ${n.acknowledge} and resolve it within ${n.settle}, as required by the Consumer Protection (E-Commerce) Rules, 2020.`,
      'If you aren’t satisfied with our answer, you can call the National Consumer Helpline on 1915 or go to your consumer commission.',
    ],
  },
]

const refund = (n: PolicyNumbers): Section[] => [
  {
    title: 'What we refund',
    isList: true,
    lines: [
      'Cancelled before it’s shipped: everything you paid, including delivery and trial charges.',
      `Returned within ${n.returnWindow} of delivery with the product tag in place: the price of the item less its share of any coupon. We don’t refund delivery charges.`,
      'Refused at the door: if you paid online, we refund the order in full.',
      'Try & Buy: the price of any item you don’t keep. We don’t refund items you keep, or the trial charge once the trial has started.',
      'Charged twice, or charged without an order being placed: the full amount, automatically.',
      'Cash on Delivery orders that you haven’t paid for: there’s nothing to refund.',
    ],
  },
  {
    title: 'When you get your money',
    lines: [
      'We start the refund when an order is cancelled, or when a return has been picked up and checked. We refund the amount to your original payment method, usually within 5 to 7 working days, depending on your bank. For Cash on Delivery orders, give us a UPI ID or a bank account in the order, or we’ll call you to arrange the refund.',
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

/** A section for a store that offers Try & Buy in these cities. */
const onlyWithTrial = (
  { tryAndBuyCities }: PolicyNumbers,
  section: (cities: string) => Section,
): Section[] => (tryAndBuyCities ? [section(tryAndBuyCities)] : [])

/** The texts of the policies, by the names of `contract/pages/paths.ts`. */
const policyTexts: Record<string, (n: PolicyNumbers) => Section[]> = {
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

/** The text of a policy; undefined for an unknown one. */
export const policySections = (policyType: string, numbers: PolicyNumbers): Section[] | undefined =>
  policyTexts[policyType]?.(numbers)
