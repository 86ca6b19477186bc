import { createECDH } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'

import type { Database } from '#server/database/client/connect.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'
import { sessions } from '#server/database/schema/users.ts'
import { enqueuePush } from '#server/platform/push/pushQueue.ts'
import { loadPushKeys } from '#server/platform/push/webPush.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { photoFolder } from '#server/platform/runtime/settings.ts'
import { loadSecret } from '#server/platform/storage/secrets.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { aUser } from '#tests/support/shopper/givens.ts'

/** A customer whose browsers are subscribed to these topics. Returns the subscriptions' ids. */
async function subscribed(
  db: Database,
  ...browsers: (typeof pushSubscriptions.$inferInsert)['topics'][]
) {
  const { userId } = await aUser(db)
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId))
  const ids: string[] = []
  for (const [nth, topics] of browsers.entries()) {
    const endpoint = `https://push.example/${userId}/${nth}`
    const [row] = await db
      .insert(pushSubscriptions)
      .values({ ...{ userId, sessionId: session!.id, endpoint, p256dh: 'p', auth: 'a' }, topics })
      .returning()
    ids.push(row!.id)
  }
  return { userId, ids }
}

const text = { title: 'Delivered', body: 'Your order', path: '/orders', tag: 'order' }

test('a push is queued once for each browser that is subscribed to its topic, to be sent now [pwa.9]', async ({
  db,
}) => {
  const now = new Date('2026-11-20T10:00:00Z')
  setClock(() => now)
  const { userId, ids } = await subscribed(db, ['orders', 'price'], ['offers'], ['orders'])
  await subscribed(db, ['orders'])
  const push = { userId, topic: 'orders', text, cause: 'order-1:delivered' } as const

  await enqueuePush(db, push)
  await enqueuePush(db, push)

  const queued = await db.select().from(jobs).orderBy(jobs.cause)
  expect(queued).toHaveLength(2)
  for (const id of [ids[0], ids[2]]) {
    expect(queued).toContainEqual(
      expect.objectContaining({
        kind: 'push',
        cause: `order-1:delivered:${id}`,
        payload: { subscriptionId: id, userId, topic: 'orders', text },
        runAt: now,
      }),
    )
  }
})

test('nothing is queued for a customer without such a browser [pwa.9]', async ({ db }) => {
  const { userId } = await subscribed(db, ['offers'])

  await enqueuePush(db, { userId, topic: 'orders', text, cause: 'order-1:delivered' })

  expect(await db.$count(jobs)).toBe(0)
})

test('a secret is generated once and then stays the same; each name has its own [safe.2]', async ({
  db,
}) => {
  const first = await loadSecret(db, 'secret_of_a_test')

  expect(first).toMatch(/^[\w-]{43}$/)
  expect(await loadSecret(db, 'secret_of_a_test')).toBe(first)
  expect(await loadSecret(db, 'another_secret')).not.toBe(first)
  expect(await db.$count(storeSettings, eq(storeSettings.name, 'secret_of_a_test'))).toBe(1)
})

test('the push keys are a matching pair, and stay the same [pwa.9]', async ({ db }) => {
  const keys = await loadPushKeys(db, 'mailto:care@pehno.example')

  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(keys.privateKey, 'base64url'))
  expect(keys).toEqual({
    publicKey: curve.getPublicKey('base64url'),
    privateKey: await loadSecret(db, 'push_key'),
    contact: 'mailto:care@pehno.example',
  })
  expect(await loadPushKeys(db, 'mailto:care@pehno.example')).toEqual(keys)
})

test('photos of products are in their own folder', () => {
  expect(photoFolder({ dataDir: '/data' })).toBe('/data/photos')
})
