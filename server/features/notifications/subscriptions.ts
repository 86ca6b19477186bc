import { and, eq, ne } from 'drizzle-orm'
import type * as v from 'valibot'

import type { Notice, Subscribe } from '#contract/notification.ts'
import type { Database } from '#server/database/client/connect.ts'
import { productAlerts, pushSubscriptions } from '#server/database/schema/notifications.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { isOnSale } from '#server/commerce/products.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

/**
 * Saves a push subscription with its topics. It belongs to the session in which it was created and
 * ends with it. A new endpoint of the session replaces the old one.
 */
export function saveSubscription(
  { db, userId }: CustomerStore,
  sessionId: string,
  { subscription, ...choice }: v.InferOutput<typeof Subscribe>,
): Promise<void> {
  const { endpoint, keys } = subscription
  const values = { userId, sessionId, ...keys, ...choice, failures: 0, createdAt: clock.now() }
  return db.transaction(async (tx) => {
    await deleteOtherEndpoints(tx, sessionId, endpoint)
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...values })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
  })
}

async function deleteOtherEndpoints(tx: Database, sessionId: string, endpoint: string) {
  await tx
    .delete(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)),
    )
}

/** Deletes a subscription of the user. A missing subscription is not an error. */
export async function deleteSubscription(
  { db, userId }: CustomerStore,
  endpoint: string,
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
}

const hosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'notify.windows.com',
]
const hostSuffixes = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/**
 * Restricts endpoints to the push services of browsers, so that the server sends no requests to
 * other hosts.
 */
export function isPushService(endpoint: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  const isPlainHttps = protocol === 'https:' && port === '' && username === '' && password === ''
  return (
    isPlainHttps &&
    (hosts.includes(hostname) || hostSuffixes.some((family) => hostname.endsWith(family)))
  )
}

/**
 * Adds a product alert. Without a size it is for any size, or for the price. Adding an alert again
 * reactivates it.
 */
export async function addProductAlert(
  { db, userId }: CustomerStore,
  productId: string,
  notice: Notice,
): Promise<void> {
  const [product] = await db
    .select({
      pricePaise: products.pricePaise,
      sizes: products.sizes,
      stock: products.sizesInStock,
    })
    .from(products)
    .where(and(isOnSale, eq(products.id, productId)))
  if (!product) throw new StoreError('not_found', 'This product is no longer available')
  const size = sizeOf(notice)
  if (notice.kind === 'restock') refuseInStock(size, product)

  const columns = { pricePaise: product.pricePaise, createdAt: clock.now(), sentAt: null }
  await db
    .insert(productAlerts)
    .values({ userId, productId, kind: notice.kind, size, ...columns })
    .onConflictDoUpdate({
      target: [
        productAlerts.userId,
        productAlerts.productId,
        productAlerts.kind,
        productAlerts.size,
      ],
      set: columns,
    })
}

type Sizes = { sizes: string[]; stock: string[] }

function refuseInStock(size: string, { sizes, stock }: Sizes) {
  if (size !== '' && !sizes.includes(size)) {
    throw new StoreError('not_found', 'This product is not available in this size')
  }
  const isInStock = size === '' ? stock.length > 0 : stock.includes(size)
  if (!isInStock) return
  const sentence = size === '' ? 'This product is in stock' : `Size ${size} is in stock`
  throw new StoreError('not_allowed_now', sentence)
}

/** The price is the same for all sizes. */
const sizeOf = ({ kind, size }: Notice) => (kind === 'price' ? '' : (size ?? ''))

export async function removeProductAlert(
  { db, userId }: CustomerStore,
  productId: string,
  notice: Notice,
): Promise<void> {
  await db
    .delete(productAlerts)
    .where(
      and(
        eq(productAlerts.userId, userId),
        eq(productAlerts.productId, productId),
        eq(productAlerts.kind, notice.kind),
        eq(productAlerts.size, sizeOf(notice)),
      ),
    )
}
