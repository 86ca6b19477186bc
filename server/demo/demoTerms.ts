import type { DemoShippingCharge, DemoTerms } from './demoTypes.ts'

const list = (lines: string[]) => `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`

/** What each way of buying costs and on what conditions. */
export const demoTerms: DemoTerms[] = [
  {
    purchaseType: 'Standard',
    chargePaise: 0,
    conditions:
      '<p>Return or exchange within <strong>24 hours</strong> of delivery.</p>' +
      list([
        'You can cancel before the order is dispatched.',
        'Keep the product tag on: without it a return or exchange is declined.',
        'Delivery charges are not refunded.',
      ]),
  },
  {
    purchaseType: 'Try and Buy',
    chargePaise: 4900,
    conditions:
      '<p>Choose <strong>two sizes</strong>, return one at delivery. Kept items cannot be returned or exchanged.</p>' +
      list([
        'Only in <strong>Indore</strong>, and paid online.',
        'The trial charge is for the whole order and is not refunded after the visit.',
        'If neither size fits, both go back and you get their price back.',
      ]),
  },
]

/** What bringing an order costs. The visit of Try and Buy is paid by its trial charge. */
export const demoShippingCharges: DemoShippingCharge[] = [
  { shippingType: 'Standard', chargePaise: 0 },
  { shippingType: 'Try and Buy', chargePaise: 0 },
]
