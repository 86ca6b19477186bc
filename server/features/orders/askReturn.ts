import type { ReturnLines } from '#contract/order.ts'
import { rules } from '#contract/rules.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { claimPhotos } from './claimPhotos.ts'
import { moveLine } from './moveLine.ts'
import { readOrder } from './readOrders.ts'
import { returnPhotoIdIn, returnPhotoPath } from './returnPhotoPath.ts'

type Asked = Pick<ReturnLines, 'orderId' | 'returnData'>

/** Asks for lines to be taken back: all of them or none. */
export function askReturn(store: UserStore, { orderId, returnData }: Asked): Promise<void> {
  return inTransaction(store.db, async (db) => {
    const order = await readOrder({ ...store, db }, orderId)
    for (const { orderItemId, returnReason, returnPhotos } of returnData) {
      refuseLate(
        order.products.find(({ _id }) => _id === orderItemId),
        order.deliveredAt,
      )
      const photos = idsIn(returnPhotos ?? [])
      await moveLine(db, {
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
export function refuseLate(
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
