/** What shoppers ask, and the store's policies as answers. */
export const questions: { question: string; answer: string }[] = [
  {
    question: 'How fast is delivery?',
    answer:
      'We deliver from a warehouse near you. The header shows the promise for your address: 30 or 60 mins. Between 9PM and 9AM you can order as usual, and we deliver after 9AM.',
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
    answer:
      'A Standard order can be returned or exchanged within 24 hours of delivery. The product tag must be in place: without it we have to decline.',
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
    answer:
      'A Standard order can be paid on delivery; only UPI payment is acceptable at the time of delivery.',
  },
  {
    question: 'How do I find my size?',
    answer:
      'Every piece that has a size chart shows it beside the sizes. Measure a piece that fits you well, lying flat, and compare.',
  },
]
