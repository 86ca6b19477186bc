import { and, eq, inArray, isNull } from 'drizzle-orm'

import type { ExchangeLine, ReturnLines } from '#contract/order.ts'
import { rules } from '#contract/rules.ts'
import { readProducts } from '#server/commerce/products.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { returnPhotos } from '#server/database/schema/returnPhotos.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { transitionLine } from './lineTransitions.ts'
import { readOrder } from './readOrders.ts'
import { returnPhotoIdIn, returnPhotoPath } from './returnPhotos.ts'

type ReturnRequest = Pick<ReturnLines, 'orderId' | 'returnData'>

/** Asks for lines to be taken back: all of them or none. */
export function requestReturn(
  store: CustomerStore,
  { orderId, returnData }: ReturnRequest,
): Promise<void> {
  return inTransaction(store.db, async (db) => {
    const order = await readOrder({ ...store, db }, orderId)
    for (const { orderItemId, returnReason, returnPhotos } of returnData) {
      refuseLate(
        order.products.find(({ _id }) => _id === orderItemId),
        order.deliveredAt,
      )
      const photos = idsIn(returnPhotos ?? [])
      await transitionLine(db, {
        orderId,
        lineId: orderItemId,
        to: 'Return Requested',
        by: 'shopper',
        asked: { returnReason, returnPhotos: photos.map(returnPhotoPath) },
      })
      await claimPhotos({ ...store, db }, orderItemId, photos)
    }
  })
}

const idsIn = (paths: string[]) => [
  ...new Set(paths.map(returnPhotoIdIn).filter((id) => id !== undefined)),
]

/** Goods go back within a day of their delivery, by the store's clock; what was tried at the door stays. */
function refuseLate(
  line: { purchaseType: string } | undefined,
  deliveredAt: string | null | undefined,
): void {
  if (!line) throw new StoreError('not_found', 'This item is not in the order')
  if (line.purchaseType !== 'Standard') {
    throw new StoreError('not_allowed_now', 'What was tried and kept cannot be sent back')
  }
  const until = new Date(deliveredAt ?? 0).getTime() + rules.orders.returnWindowMs
  if (deliveredAt && clock.now().getTime() > until) {
    throw new StoreError('not_allowed_now', 'Returns and exchanges end 24 hours after delivery')
  }
}

/** Asks for another size of the same product; it is kept for the shopper at once. */
export function requestExchange(store: CustomerStore, asked: ExchangeLine): Promise<void> {
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
    await transitionLine(db, {
      orderId,
      lineId: orderItemIdToExchange,
      to: 'Exchange Requested',
      by: 'shopper',
      asked: { exchangeSize: size, exchangeReason },
    })
  })
}

/**
 * The pictures are the line's from now on: each is the shopper's own, and shows one line. Those that
 * no line has claimed are forgotten after a day.
 */
export async function claimPhotos(
  { db, userId }: CustomerStore,
  lineId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const { id } = returnPhotos
  const isFree = and(eq(returnPhotos.userId, userId), isNull(returnPhotos.lineId))
  const claimed = await db
    .update(returnPhotos)
    .set({ lineId })
    .where(and(inArray(id, ids), isFree))
    .returning({ id })
  if (claimed.length === ids.length) return
  throw new StoreError(
    'invalid',
    'A picture is not there any more. Please add your pictures again.',
  )
}
