import { and, eq, inArray, isNull } from 'drizzle-orm'
import { Hono } from 'hono'

import type {
  ExchangeLine,
  OrderStatus,
  ReturnLines,
  WithdrawReturn,
} from '#contract/orders/order.ts'
import * as rules from '#contract/rules.ts'
import { returnWindowMs, type StoreTerms } from '#contract/store/storeTerms.ts'
import { readStoreTerms } from '#server/commerce/storeFacts.ts'
import { photoNotFound } from '#server/commerce/errors.ts'
import { readProducts } from '#server/commerce/catalogue/products.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { returnPhotos } from '#server/database/schema/orders.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { resizeUpload, sendPhoto } from '#server/platform/images/uploadedPhoto.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { transitionLine } from './lineTransitions.ts'
import { lineNotFound } from './orderErrors.ts'
import { readOrder } from './readOrders.ts'

type ReturnRequest = Pick<ReturnLines, 'orderId' | 'returnData'>

/** Requests the return of lines, all or none. */
export function requestReturn(
  customer: CustomerContext,
  { orderId, returnData }: ReturnRequest,
): Promise<void> {
  return inTransaction(customer.db, async (db) => {
    const order = await readOrder({ ...customer, db }, orderId)
    const terms = await readStoreTerms(db)
    for (const { orderItemId, returnReason, returnPhotos } of returnData) {
      requireReturnable(
        order.products.find(({ _id }) => _id === orderItemId),
        order.deliveredAt,
        terms,
      )
      const photos = photoIdsIn(returnPhotos ?? [])
      await transitionLine(db, {
        orderId,
        lineId: orderItemId,
        to: 'Return Requested',
        by: 'shopper',
        changes: { returnReason, returnPhotos: photos.map(returnPhotoPath) },
      })
      await claimPhotos({ ...customer, db }, orderItemId, photos)
    }
  })
}

const photoIdsIn = (paths: string[]) => [
  ...new Set(paths.map(returnPhotoIdIn).filter((id) => id !== undefined)),
]

/**
 * Returns must be requested within the return window after delivery, by the clock of the server.
 * Try & Buy items cannot be returned.
 */
function requireReturnable(
  line: { purchaseType: string } | undefined,
  deliveredAt: string | null | undefined,
  terms: StoreTerms,
): void {
  if (!line) throw lineNotFound()
  if (line.purchaseType !== 'Standard') {
    throw new StoreError(
      'not_allowed_now',
      'Try & Buy items you keep can’t be returned or exchanged',
    )
  }
  const until = new Date(deliveredAt ?? 0).getTime() + returnWindowMs(terms)
  if (deliveredAt && clock.now().getTime() > until) {
    throw new StoreError(
      'not_allowed_now',
      `The ${terms.returnHours}-hour window to return or exchange this item has closed`,
    )
  }
}

/** Requests an exchange for another size of the same product, and reserves that size at once. */
export function requestExchange(customer: CustomerContext, exchange: ExchangeLine): Promise<void> {
  const { orderId, orderItemIdToExchange, exchangeProductId, size, exchangeReason } = exchange
  return inTransaction(customer.db, async (db) => {
    const order = await readOrder({ ...customer, db }, orderId)
    const line = order.products.find(({ _id }) => _id === orderItemIdToExchange)
    requireReturnable(line, order.deliveredAt, await readStoreTerms(db))
    const product = (await readProducts(db, [exchangeProductId])).get(exchangeProductId)
    const isOtherSize = line?.productId._id === exchangeProductId && size !== line.size
    if (!product?.size.includes(size) || !isOtherSize) {
      throw new StoreError('invalid', 'Please choose another size of this item')
    }
    await transitionLine(db, {
      orderId,
      lineId: orderItemIdToExchange,
      to: 'Exchange Requested',
      by: 'shopper',
      changes: { exchangeSize: size, exchangeReason },
    })
  })
}

/**
 * Assigns photos to a line. Each must belong to the customer and to no other line. Unassigned
 * photos are deleted after a day.
 */
export async function claimPhotos(
  { db, userId }: CustomerContext,
  lineId: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const { id } = returnPhotos
  const isUnclaimed = and(eq(returnPhotos.userId, userId), isNull(returnPhotos.lineId))
  const claimed = await db
    .update(returnPhotos)
    .set({ lineId })
    .where(and(inArray(id, ids), isUnclaimed))
    .returning({ id })
  if (claimed.length === ids.length) return
  throw photoNotFound()
}

/** Scales a photo down, without the metadata of the camera. */
export const resizeReturnPhoto = (
  { db, userId }: CustomerContext,
  file: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> =>
  resizeUpload(db, file, { bucket: `return-photos:${userId}`, ...rules.returnPhotos })

/** Stores a resized photo and returns its URL path. */
export async function saveReturnPhoto(
  { db, userId }: CustomerContext,
  photo: Uint8Array,
): Promise<string> {
  const [saved] = await db
    .insert(returnPhotos)
    .values({ userId, picture: Buffer.from(photo), createdAt: clock.now() })
    .returning({ id: returnPhotos.id })
  return returnPhotoPath(saved?.id ?? '')
}

/**
 * Withdraws the request to return or exchange a line, until the item has been picked up.
 *
 * @throws StoreError 'not_allowed_now' if there is no such request, or it is too late
 */
export function withdrawReturn(
  customer: CustomerContext,
  { orderId, orderItemId }: WithdrawReturn,
): Promise<void> {
  return inTransaction(customer.db, async (db) => {
    const { products } = await readOrder({ ...customer, db }, orderId)
    const line = products.find(({ _id }) => _id === orderItemId)
    if (!line) throw lineNotFound()
    const to = withdrawals[line.status]
    if (!to) {
      throw new StoreError('not_allowed_now', 'There is no return or exchange left to withdraw')
    }
    await transitionLine(db, { orderId, lineId: orderItemId, to, by: 'shopper' })
  })
}

const withdrawals: Partial<Record<OrderStatus, OrderStatus>> = {
  'Return Requested': 'Return Cancelled',
  'Exchange Requested': 'Exchange Cancelled',
}

const basePath = '/photos/returns/'

/** The URL path of a return photo. The id is random and cannot be guessed. */
const returnPhotoPath = (id: string) => `${basePath}${id}.webp`

/** The id in the path of a return photo; undefined for any other path. */
const returnPhotoIdIn = (path: string): string | undefined =>
  /^\/photos\/returns\/([\w-]{36})\.webp$/.exec(path)?.[1]

/**
 * Serves return photos without a login: the URL is random and only the customer and staff know it.
 */
export const returnPhotoRoutes = (db: Database) =>
  new Hono().get('/photos/returns/:name{[\\w-]{36}\\.webp}', async (c) => {
    const [id = ''] = c.req.param('name').split('.')
    const [photo] = await db.select().from(returnPhotos).where(eq(returnPhotos.id, id))
    return sendPhoto(c, photo?.picture)
  })
