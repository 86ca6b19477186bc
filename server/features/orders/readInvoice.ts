import { and, eq } from 'drizzle-orm'

import type { Invoice } from '#contract/invoice.ts'
import { invoices } from '#server/database/invoiceTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { readOrder } from './readOrders.ts'

/** The invoice as it was issued. */
export async function readInvoice(store: UserStore, orderId: string): Promise<Invoice> {
  await readOrder(store, orderId)
  const [found] = await store.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, 'invoice')))
  if (!found) {
    throw new StoreError('not_allowed_now', 'The invoice is here once the order is on its way')
  }
  return found.content as Invoice
}
