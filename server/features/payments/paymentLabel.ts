import type { PaymentMethod } from '#contract/order.ts'
import type { ProviderPayment } from '#server/platform/paymentProvider.ts'

/** How it was paid, in the words of an order: what the provider says, never the browser. */
export function paymentLabel({
  method,
  card,
}: Pick<ProviderPayment, 'method' | 'card'>): PaymentMethod {
  if (method === 'upi') return 'UPI'
  if (method === 'netbanking') return 'Net banking'
  if (method === 'card') return card?.type === 'debit' ? 'Debit card' : 'Credit card'
  return 'Prepaid'
}
