import { and, eq, ne, sql } from 'drizzle-orm'
import type * as v from 'valibot'

import type { Product } from '#contract/catalogue/product.ts'
import { hasStock, sizeText } from '#contract/catalogue/stock.ts'
import { toPaise } from '#contract/values/money.ts'
import type {
  ProductAlertRequest,
  RenewSubscription,
  Subscribe,
} from '#contract/account/notification.ts'
import * as rules from '#contract/rules.ts'
import { productNotFound } from '#server/commerce/errors.ts'
import { readProducts } from '#server/commerce/catalogue/products.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  placeAlerts,
  productAlerts,
  pushSubscriptions,
} from '#server/database/schema/notifications.ts'
import { staffPushSubscriptions } from '#server/database/schema/staff.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { type CustomerContext, type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import type { PushKeys } from '#server/platform/push/webPush.ts'
import { enqueueTest } from '#server/platform/push/pushQueue.ts'
import { clock, dayMs, hourMs } from '#server/platform/runtime/clock.ts'

export type NotificationDeps = {
  /** The public key that browsers need to subscribe. */
  pushKeys: Pick<PushKeys, 'publicKey'>
  /** Whether the endpoint belongs to a known push service. */
  isPushService: (endpoint: string) => boolean
  hasRateLimits: boolean
}

const tooManyAlerts = 'You’ve reached the limit for notifications. Please try again later.'

/** Push subscriptions, product alerts and place alerts. */
export function notificationHandlers(deps: NotificationDeps) {
  const { pushKeys, isPushService, hasRateLimits } = deps
  const requirePushService = (endpoint: string) => {
    if (isPushService(endpoint)) return
    throw new StoreError('invalid', 'This browser doesn’t support notifications')
  }
  return {
    readPushKey: () => ok({ result: { publicKey: pushKeys.publicKey } }),

    renewSubscription: async ({ db, body }) => {
      requirePushService(body.subscription.endpoint)
      await replaceSubscription(db, body)
      return ok({})
    },
    subscribe: async ({ customer, sessionId, body }) => {
      requirePushService(body.subscription.endpoint)
      await saveSubscription(customer, sessionId, body)
      return ok({})
    },
    unsubscribe: async ({ customer, body }) => {
      await deleteSubscription(customer, body.subscription.endpoint)
      return ok({})
    },
    sendTestPush: async ({ customer, body }) => {
      if (hasRateLimits) {
        const bucket = `test-push:${customer.userId}`
        const limit = { bucket, max: rules.limits.testPushesHourly, withinMs: hourMs }
        await limitRate(customer.db, limit, 'You’ve sent several tests. Please try again later.')
      }
      if (!(await enqueueTest(customer, body.subscription.endpoint)))
        throw new StoreError(
          'not_found',
          'Notifications are off on this device. Turn them on again.',
        )
      return ok({})
    },

    addPlaceAlert: async ({ customer: { db, userId }, body }) => {
      // Each may cost a text message.
      if (hasRateLimits) {
        const bucket = `place-alerts:${userId}`
        const limit = { bucket, max: rules.limits.placeAlertsDaily, withinMs: dayMs }
        await limitRate(db, limit, tooManyAlerts)
      }
      const place = { latitude: Number(body.latitude), longitude: Number(body.longitude) }
      const alert = { ...place, createdAt: clock.now() }
      await db
        .insert(placeAlerts)
        .values({ userId, ...alert })
        .onConflictDoUpdate({ target: placeAlerts.userId, set: alert })
      return ok({})
    },
    addProductAlert: async ({ customer, params, body }) => {
      if (hasRateLimits) {
        const bucket = `notices:${customer.userId}`
        const limit = { bucket, max: rules.limits.productAlertsHourly, withinMs: hourMs }
        await limitRate(customer.db, limit, tooManyAlerts)
      }
      await addProductAlert(customer, params.id ?? '', body)
      return ok({})
    },
    removeProductAlert: async ({ customer, params, body }) => {
      await removeProductAlert(customer, params.id ?? '', body)
      return ok({})
    },
  } satisfies FeatureHandlers
}

/**
 * Saves a push subscription with its topics. It belongs to the session in which it was created and
 * ends with it. A new endpoint of the session replaces the old one.
 */
function saveSubscription(
  { db, userId }: CustomerContext,
  sessionId: string,
  { subscription, ...preferences }: v.InferOutput<typeof Subscribe>,
): Promise<void> {
  const { endpoint, keys } = subscription
  const values = { userId, sessionId, ...keys, ...preferences, createdAt: clock.now() }
  return db.transaction(async (tx) => {
    await deleteOtherEndpoints(tx, sessionId, endpoint)
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...values })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
  })
}

/** Replaces a subscription by the one that the browser has now. An unknown previous one changes nothing. */
function replaceSubscription(
  db: Database,
  { previous, subscription }: v.InferOutput<typeof RenewSubscription>,
): Promise<void> {
  const { endpoint, keys } = subscription
  return db.transaction(async (tx) => {
    for (const table of [pushSubscriptions, staffPushSubscriptions] as const) {
      const isPrevious = and(
        eq(table.endpoint, previous.endpoint),
        eq(table.auth, previous.keys.auth),
      )
      const [subscription] = await tx
        .select({ endpoint: table.endpoint })
        .from(table)
        .where(isPrevious)
        .for('update')
      if (!subscription) continue
      // A page has sent the new one already.
      const isSent = (await tx.$count(table, eq(table.endpoint, endpoint))) > 0
      if (isSent && endpoint !== subscription.endpoint) await tx.delete(table).where(isPrevious)
      else
        await tx
          .update(table)
          .set({ endpoint, ...keys })
          .where(isPrevious)
    }
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
async function deleteSubscription(
  { db, userId }: CustomerContext,
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
async function addProductAlert(
  { db, userId, warehouseId }: CustomerContext,
  productId: string,
  alert: ProductAlertRequest,
): Promise<void> {
  const product = (await readProducts(db, [productId], warehouseId)).get(productId)
  if (!product) throw productNotFound()
  const size = sizeOf(alert)
  if (alert.kind === 'restock') refuseInStock(size, product)

  const pricePaise = toPaise(product.discountedPrice)
  // Null if there is no warehouse with this id.
  const servedBy = sql<string | null>`(
    select id from ${warehouses} where id = ${warehouseId ?? null}::text)`
  const columns = { pricePaise, warehouseId: servedBy, isBySms: alert.bySms ?? false }
  const reactivated = { ...columns, createdAt: clock.now(), sentAt: null }
  await db
    .insert(productAlerts)
    .values({ userId, productId, kind: alert.kind, size, ...reactivated })
    .onConflictDoUpdate({
      target: [
        productAlerts.userId,
        productAlerts.productId,
        productAlerts.kind,
        productAlerts.size,
      ],
      set: reactivated,
    })
}

function refuseInStock(size: string, product: Product) {
  if (size !== '' && !product.size.includes(size)) {
    throw new StoreError('not_found', 'This item isn’t available in this size')
  }
  const isInStock = size === '' ? hasStock(product) : (product.stock[size] ?? 0) > 0
  if (!isInStock) return
  const sentence = size === '' ? 'This item is already in stock' : `${sizeText(size)} is in stock`
  throw new StoreError('not_allowed_now', sentence)
}

/** The price is the same for all sizes. */
const sizeOf = ({ kind, size }: ProductAlertRequest) => (kind === 'price' ? '' : (size ?? ''))

async function removeProductAlert(
  { db, userId }: CustomerContext,
  productId: string,
  alert: ProductAlertRequest,
): Promise<void> {
  await db
    .delete(productAlerts)
    .where(
      and(
        eq(productAlerts.userId, userId),
        eq(productAlerts.productId, productId),
        eq(productAlerts.kind, alert.kind),
        eq(productAlerts.size, sizeOf(alert)),
      ),
    )
}
