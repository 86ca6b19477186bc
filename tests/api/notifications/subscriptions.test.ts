import { describe, expect } from 'vitest'

import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { openSession } from '#server/platform/http/sessions.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { night, subscription, test } from '#tests/support/api/tests/notificationTest.ts'
import { jsonRequest, withToken } from '#tests/support/api/requests.ts'
import { aUser } from '#tests/support/shopper/givens.ts'

describe('a subscription', () => {
  test('is deleted at the logout of the session that created it [pwa.9] [pwa.11]', async ({
    api,
    db,
    me,
    subscribe,
  }) => {
    await subscribe()
    expect(await db.$count(pushSubscriptions)).toBe(1)

    await api.request('/api/user/logout', withToken(me.token, 'POST'))

    expect(await db.$count(pushSubscriptions)).toBe(0)
  })

  test('exists once per browser, with the latest choices [pwa.14]', async ({ db, subscribe }) => {
    await subscribe()
    await subscribe({ subscription: subscription('https://push.example/new'), topics: ['orders'] })
    await subscribe({
      subscription: subscription('https://push.example/new'),
      topics: ['offers'],
      offersPerWeek: 1,
    })

    expect(await db.select().from(pushSubscriptions)).toMatchObject([
      { endpoint: 'https://push.example/new', topics: ['offers'], offersPerWeek: 1 },
    ])
  })

  test('allows two offers a week unless the customer chooses another number [pwa.14]', async ({
    db,
    subscribe,
  }) => {
    await subscribe({ topics: ['offers'] })

    expect(await db.select().from(pushSubscriptions)).toMatchObject([{ offersPerWeek: 2 }])
  })

  test('is accepted only for URLs of push services [safe.4]', async ({ db, subscribe }) => {
    const inside = subscription('http://127.0.0.1:5432/')

    const refused = await subscribe({ subscription: inside })

    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      msg: 'This browser doesn’t support notifications',
    })
    expect(await db.$count(pushSubscriptions)).toBe(0)
  })

  test('can be created with the public key of the store [pwa.9]', async ({ api, deps }) => {
    const response = await api.request('/api/push/key')

    expect(await response.json()).toEqual({
      success: true,
      result: { publicKey: deps.pushKeys.publicKey },
    })
  })

  test('can be replaced and cancelled without affecting other browsers or customers [pwa.9]', async ({
    api,
    db,
    me,
    subscribe,
  }) => {
    const choose = (token: string, endpoint: string) => {
      const body = { subscription: subscription(endpoint), topics: ['orders'] }
      return api.request('/api/push/subscribe', withToken(token, 'POST', body))
    }
    const [ravi, laptop] = [await aUser(db), await openSession(db, me.userId)]
    await choose(ravi.token, 'https://push.example/ravi')
    await choose(laptop, 'https://push.example/laptop')
    await subscribe()
    const endpoints = async () =>
      (await db.select().from(pushSubscriptions)).map(({ endpoint }) => endpoint).sort()
    const unsubscribe = (endpoint: string) => {
      const body = { subscription: { endpoint } }
      return api.request('/api/push/unsubscribe', withToken(me.token, 'POST', body))
    }
    expect(await endpoints()).toHaveLength(3)

    await unsubscribe('https://push.example/phone')
    await unsubscribe('https://push.example/ravi')

    expect(await endpoints()).toEqual(['https://push.example/laptop', 'https://push.example/ravi'])
  })

  test('that the browser has replaced is replaced without a login, keeping its choices [pwa.9] [pwa.14]', async ({
    api,
    db,
    me,
    subscribe,
  }) => {
    await subscribe({ topics: ['offers'], offersPerWeek: 5 })
    const renewed = subscription('https://push.example/renewed')
    const renew = (previous: object) =>
      api.request('/api/push/renew', jsonRequest('POST', { previous, subscription: renewed }))
    const saved = () => db.select().from(pushSubscriptions)

    const stranger = { ...subscription(), keys: { p256dh: 'BFx_', auth: 'other' } }
    await renew(stranger)
    expect(await saved()).toMatchObject([{ endpoint: subscription().endpoint }])

    await renew(subscription())
    await renew(subscription())

    expect(await saved()).toMatchObject([
      { userId: me.userId, endpoint: renewed.endpoint, topics: ['offers'], offersPerWeek: 5 },
    ])
  })

  test('is tested by a push of its own, at any hour and whatever its topics [pwa.9]', async ({
    api,
    me,
    subscribe,
    deliver,
  }) => {
    const sendTest = (endpoint: string) =>
      api.request('/api/push/test', withToken(me.token, 'POST', { subscription: { endpoint } }))
    await subscribe({ topics: [] })
    setClock(() => night)

    expect((await sendTest('https://push.example/phone')).status).toBe(200)
    expect((await sendTest('https://push.example/unknown')).status).toBe(404)

    expect(await deliver()).toMatchObject([
      {
        endpoint: 'https://push.example/phone',
        payload: { notification: { title: 'Notifications work', tag: 'test' } },
      },
    ])
  })

  test('can be cancelled [pwa.9]', async ({ api, db, me, subscribe }) => {
    await subscribe()
    const body = { subscription: { endpoint: 'https://push.example/phone' } }

    await api.request('/api/push/unsubscribe', withToken(me.token, 'POST', body))

    expect(await db.$count(pushSubscriptions)).toBe(0)
    expect(await db.$count(jobs)).toBe(0)
  })
})
