/** The policies that have an address of their own, `/policies/{type}`, and what each is called. */
export const policyNames: ReadonlyMap<string, string> = new Map([
  ['shipping', 'Shipping policy'],
  ['returns', 'Return policy'],
  ['exchange', 'Exchange policy'],
  ['cancellation', 'Cancellation policy'],
  ['refund', 'Refund policy'],
  ['payment', 'Payment policy'],
  ['try-and-buy', 'Try and Buy policy'],
  ['privacy', 'Privacy policy'],
  ['terms', 'Terms and conditions'],
  ['grievance', 'Grievance policy'],
])
