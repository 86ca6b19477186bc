import type { UserStore } from '#server/platform/answers.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { moveOrder } from './moveOrder.ts'
import { readOrder } from './readOrders.ts'

/** A shopper cancels an order before it is sent out; all of it, never a part. */
export async function cancelOrder(store: UserStore, orderId: string, lineIds: string[]) {
  const { products } = await readOrder(store, orderId)
  const isWhole =
    new Set(lineIds).size === products.length && products.every(({ _id }) => lineIds.includes(_id))
  if (!isWhole) throw new StoreError('invalid', 'An order is cancelled as a whole')
  await moveOrder(store.db, { orderId, to: 'Cancelled', by: 'shopper' })
}
