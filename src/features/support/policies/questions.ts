import { numbers as n } from './policyNumbers.ts'

/** What shoppers ask, and the store's policies as answers. */
export const questions: { question: string; answer: string }[] = [
  {
    question: 'How fast is delivery?',
    answer: `We deliver from a warehouse near you. The header shows the promise for your address: ${n.quick} or ${n.slow}. Between ${n.closing} and ${n.opening} you can order as usual, and we deliver after ${n.opening}.`,
  },
  {
    question: 'Where do you deliver?',
    answer:
      'Choose your address in the header and we tell you at once. Where it says Unserviceable we are not there yet.',
  },
  {
    question: 'What is Try and Buy?',
    answer:
      'In Indore you can choose two sizes of a piece, try both at your door, keep one and hand the other back. Some brands do not take part. It is paid online, and a piece you have tried and accepted cannot be returned or exchanged.',
  },
  {
    question: 'Can I return or exchange what I bought?',
    answer: `A Standard order can be returned or exchanged within ${n.returnWindow} of delivery. The product tag must be in place: without it we have to decline.`,
  },
  {
    question: 'Are delivery charges refunded?',
    answer:
      'Delivery charges are non-refundable, except when you cancel the order before dispatch.',
  },
  {
    question: 'Can I cancel an order?',
    answer:
      'Yes, until it is dispatched. Cancelling cancels every piece of the order, and all you have paid comes back.',
  },
  {
    question: 'How can I pay?',
    answer: `Online by UPI, card or net banking. A Standard order of up to ${n.mostCash} can also be paid on delivery; only UPI payment is acceptable at the time of delivery.`,
  },
  {
    question: 'When does my money come back?',
    answer:
      'We start a refund when an order is cancelled, or when a return has been collected and checked. It goes back the way you paid, usually within five to seven working days.',
  },
  {
    question: 'How do I find my size?',
    answer:
      'Every piece that has a size chart shows it beside the sizes. Measure a piece that fits you well, lying flat, and compare.',
  },
  {
    question: 'Can somebody else receive my order?',
    answer:
      'Yes. Say in the bag who receives it, with their mobile number, and we call them at the door.',
  },
  {
    question: 'A size I want is sold out. What now?',
    answer:
      'Tap Notify me beside the size and we tell you when it is back. A heart keeps the piece in your wishlist.',
  },
  {
    question: 'How do I see or delete what you know about me?',
    answer:
      'Under My Profile you can download all your data and delete your account. The privacy policy says what is kept, why and for how long.',
  },
  {
    question: 'I am not content. Whom do I tell?',
    answer: `Make a complaint under Customer Support: it gets a ticket, is acknowledged within ${n.acknowledge} and settled within ${n.settle}. The grievance officer is named under Contact us.`,
  },
]
