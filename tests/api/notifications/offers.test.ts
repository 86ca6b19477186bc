import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { enqueueOffers } from '#server/platform/push/pushQueue.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { noon, test } from '#tests/support/api/tests/notificationTest.ts'

describe('an offer', () => {
  const offer = { title: 'Festive week', body: 'Sarees for less', path: '/collections' }

  test('is sent no more often than the customer allows [pwa.14]', async ({
    db,
    subscribe,
    deliver,
  }) => {
    await subscribe({ topics: ['offers'], offersPerWeek: 2 })

    const counts = []
    for (const cause of ['a', 'b', 'c']) counts.push(await enqueueOffers(db, { ...offer, cause }))

    expect(counts).toEqual([1, 1, 0])
    expect(await deliver()).toHaveLength(2)
    setClock(() => new Date(noon.getTime() + 8 * 24 * 60 * 60 * 1000))
    expect(await enqueueOffers(db, { ...offer, cause: 'd' })).toBe(1)
  })

  test('is not delayed by other notifications, or by the offers of another browser [pwa.14]', async ({
    db,
    me: { userId },
    subscribe,
  }) => {
    await subscribe({ topics: ['offers', 'price'], offersPerWeek: 1 })
    const [mine] = await db.select().from(pushSubscriptions)
    const push = { kind: 'push', runAt: noon }
    const text = { title: 'Now for less', body: '', path: '/', tag: 'price' }
    await db.insert(jobs).values([
      { ...push, cause: 'a', payload: { subscriptionId: mine?.id, userId, topic: 'price', text } },
      { ...push, cause: 'b', payload: { subscriptionId: 'x', userId, topic: 'offers', text } },
    ])

    expect(await enqueueOffers(db, { ...offer, cause: 'c' })).toBe(1)
    expect(await enqueueOffers(db, { ...offer, cause: 'd' })).toBe(0)
  })

  test('replaces the same offer on the screen, and no other one [pwa.14]', async ({
    db,
    subscribe,
    deliver,
  }) => {
    await subscribe({ topics: ['offers'] })
    for (const cause of ['saris', 'shoes']) await enqueueOffers(db, { ...offer, cause })

    const tags = (await deliver()).map(({ push }) => JSON.parse(push.payload).notification.tag)

    expect(tags.sort()).toEqual(['offer-saris', 'offer-shoes'])
  })

  test('is sent once, and only to customers who turned offers on [pwa.14]', async ({
    db,
    subscribe,
  }) => {
    await subscribe({ topics: ['offers'], offersPerWeek: 5 })
    expect(await enqueueOffers(db, { ...offer, cause: 'a' })).toBe(1)
    expect(await enqueueOffers(db, { ...offer, cause: 'a' })).toBe(0)

    await subscribe({ topics: ['orders'] })

    expect(await enqueueOffers(db, { ...offer, cause: 'b' })).toBe(0)
  })

  test('is sent to more browsers than fit into one statement [pwa.14]', async ({
    db,
    subscribe,
  }) => {
    await subscribe({ topics: ['offers'] })
    const { rows } = await db.execute(sql`
      insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, topics)
      select 'many-' || n, user_id, session_id, endpoint || n, p256dh, auth, topics
      from push_subscriptions, generate_series(1, 17000) n returning 1`)

    expect(await enqueueOffers(db, { ...offer, cause: 'many' })).toBe(rows.length + 1)
  })
})
