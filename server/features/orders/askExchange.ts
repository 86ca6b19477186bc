import type { ExchangeLine } from '#contract/order.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { readProducts } from '#server/database/readProducts.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { refuseLate } from './askReturn.ts'
import { moveLine } from './moveLine.ts'
import { readOrder } from './readOrders.ts'

/** Asks for another size of the same product; it is kept for the shopper at once. */
export function askExchange(store: UserStore, asked: ExchangeLine): Promise<void> {
  const { orderId, orderItemIdToExchange, exchangeProductId, size, exchangeReason } = asked
  return inTransaction(store.db, async (db) => {
    const order = await readOrder({ ...store, db }, orderId)
    const line = order.products.find(({ _id }) => _id === orderItemIdToExchange)
    refuseLate(line, order.deliveredAt)
    const product = (await readProducts(db, [exchangeProductId])).get(exchangeProductId)
    const isOther = line?.productId._id === exchangeProductId && size !== line.size
    if (!product?.size.includes(size) || !isOther) {
      throw new StoreError('invalid', 'Please choose another size of the same product')
    }
    await moveLine(db, {
      orderId,
      lineId: orderItemIdToExchange,
      to: 'Exchange Requested',
      by: 'shopper',
      asked: { exchangeSize: size, exchangeReason },
    })
  })
}
