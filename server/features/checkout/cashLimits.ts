import { termsOf } from '#contract/store/storeTerms.ts'
import {
  amountRefusal,
  cashRefusal,
  type HashAddress,
  lockAddress,
} from '#server/commerce/orders/cashOnDelivery.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { OrderDraft } from './writeOrder.ts'

type CashOrder = Pick<OrderDraft, 'quote' | 'address' | 'facts' | 'channel'> & {
  hashAddress: HashAddress
}

/**
 * Refuses an order that cannot be paid on delivery. The cart is locked already; the address is locked
 * here until the transaction ends, so that concurrent orders cannot pass the limits together.
 */
export async function limitCashOrders(
  customer: CustomerContext,
  { quote, address, facts, channel, hashAddress }: CashOrder,
) {
  const terms = termsOf(facts)
  const refused = (reason: string) =>
    new StoreError('not_allowed_now', `${reason}. ${otherWays[channel]}`)
  const isTooMuch = amountRefusal(quote.amount.finalAmount, terms)
  if (isTooMuch) throw refused(isTooMuch)
  await lockAddress(customer.db, address)
  const reason = await cashRefusal(customer, address, {
    ...{ hashAddress, terms },
    isForStaff: channel === 'phone',
  })
  if (reason) throw refused(reason)
}

/** How else the order can be paid. */
const otherWays: Record<OrderDraft['channel'], string> = {
  shop: 'Please choose Online Payment.',
  phone: 'Send a link to pay instead.',
}
