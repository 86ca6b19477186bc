/** Words of the page that prints invoices. */
export const texts = {
  loading: 'Loading invoices…',
  couldNotLoad: 'We couldn’t load the invoices.',
  back: 'Back',
  toOrder: 'Go to the order',
  none: {
    title: 'No invoice yet',
    body: 'It is issued when the order leaves, and for Try & Buy after the trial.',
  },
  print: 'Print',
  title: (number: string) => `Invoices of ${number}`,
  format: 'A4',
  kinds: { invoice: 'Tax invoice', credit_note: 'Credit note' },
  facts: {
    number: 'Number',
    date: 'Date',
    order: 'Order ID',
    placeOfSupply: 'Place of supply',
    payment: 'Payment',
    reverseCharge: 'Reverse charge',
    no: 'No',
  },
}
