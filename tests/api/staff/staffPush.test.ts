import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { PushMessage } from '#contract/account/notification.ts'
import * as rules from '#contract/rules.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { staff, staffPushSubscriptions, staffSessions } from '#server/database/schema/staff.ts'
import { publishEvents } from '#server/jobs/publishEvents.ts'
import { sendStaffPushes } from '#server/jobs/sendStaffPushes.ts'
import type { OutgoingPush, PushResponse } from '#server/platform/push/webPush.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'
import { aKey, aPerson, type Person, staffCalls, test } from '#tests/support/api/tests/staffTest.ts'

const browserOf = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  keys: { p256dh: 'BFx_', auth: 'c2-' },
})

/** A person who has switched notifications on in a browser of this name. */
async function subscribed(
  { api, db }: { api: App; db: Database },
  name: string,
  { role = 'manager', warehouseIds }: { role?: StaffRole; warehouseIds?: string[] } = {},
): Promise<Person> {
  const person = await aPerson(db, role, warehouseIds && { warehouseIds })
  const body = { subscription: browserOf(name) }
  const { status } = await staffCalls(api, person.token)('POST', '/push/subscribe', body)
  expect(status).toBe(200)
  return person
}

type Sent = { to: string; message: PushMessage; push: OutgoingPush }

/** Publishes and sends what waits. */
async function sendAll(
  db: Database,
  answer: PushResponse = { status: 201 },
  afterMs = 1000,
): Promise<Sent[]> {
  setClock(() => new Date(Date.now() + afterMs))
  const sent: Sent[] = []
  await publishEvents(db)
  await sendStaffPushes(db, {
    publicOrigin: 'https://shop.example',
    sendPush: async ({ endpoint }, push) => {
      const message = JSON.parse(push.payload) as PushMessage
      sent.push({ to: endpoint.split('/').at(-1) ?? '', message, push })
      return answer
    },
  })
  return sent.toSorted((one, other) => one.to.localeCompare(other.to))
}

describe('a new order', () => {
  test('is pushed to people of the board whose warehouses have it, without names and amounts [board.1]', async ({
    api,
    db,
    placePaid,
    me,
  }) => {
    await subscribed({ api, db }, 'owner', { role: 'owner' })
    await subscribed({ api, db }, 'packer', { role: 'packer', warehouseIds: ['indore'] })
    await subscribed({ api, db }, 'other-packer', { role: 'packer', warehouseIds: ['pune'] })
    await aPerson(db, 'manager')

    const number = await placePaid()

    const sent = await sendAll(db)
    expect(sent.map(({ to }) => to)).toEqual(['owner', 'packer'])
    const [{ message, push } = { message: undefined, push: undefined }] = sent
    expect(message?.notification).toEqual({
      ...{ title: 'New order', lang: 'en-IN', tag: `new-order-${number}` },
      body: expect.stringMatching(/^Promise (\w+, \d+ \w+, )?\d+:\d\d [ap]m\.$/) as string,
      navigate: `https://shop.example/desk/orders/${number}`,
    })
    expect(push).toMatchObject({ urgency: 'high', ttlSeconds: 3600 })
    expect(push?.payload).not.toContain(me.userId)
    expect(await sendAll(db)).toEqual([])
  })

  test('that is cash on delivery is pushed too, and a changed order is not [board.1]', async ({
    api,
    db,
    number,
  }) => {
    await subscribed({ api, db }, 'owner', { role: 'owner' })
    await db.update(orders).set({ packedAt: new Date() }).where(eq(orders.orderNumber, number))
    expect(await sendAll(db)).toEqual([])
    const [copied] = await db.select().from(orders).where(eq(orders.orderNumber, number))
    if (!copied) throw new Error('There is no order')
    await db
      .insert(orders)
      .values({ ...copied, id: 'second', orderNumber: 'PEH-SECOND', packedAt: null })

    expect((await sendAll(db)).map(({ message }) => message.notification.tag)).toEqual([
      'new-order-PEH-SECOND',
    ])
  })

  test('that was moved on before the push is sent is not pushed [board.1]', async ({
    api,
    db,
    placePaid,
  }) => {
    await subscribed({ api, db }, 'owner', { role: 'owner' })
    const number = await placePaid()
    await publishEvents(db)
    await db.update(orders).set({ packedAt: new Date() }).where(eq(orders.orderNumber, number))

    expect(await sendAll(db)).toEqual([])
  })

  test('is not pushed after a log out, an ended session, or to a disabled person [board.1] [staff.2]', async ({
    api,
    db,
    owner,
    placePaid,
  }) => {
    const [out, ended, disabled, rider] = [
      await subscribed({ api, db }, 'out'),
      await subscribed({ api, db }, 'ended'),
      await subscribed({ api, db }, 'disabled'),
      await subscribed({ api, db }, 'rider', { role: 'packer', warehouseIds: ['indore'] }),
    ]
    const idle = await subscribed({ api, db }, 'idle')
    await subscribed({ api, db }, 'stays')
    await placePaid()
    await publishEvents(db)

    await staffCalls(api, out.token)('POST', '/logout')
    await owner('DELETE', `/people/${ended.id}/sessions`)
    await owner('PATCH', `/people/${disabled.id}`, { isActive: false })
    await db.update(staff).set({ role: 'rider' }).where(eq(staff.id, rider.id))
    const longAgo = new Date(Date.now() - 15 * 86_400_000)
    await db
      .update(staffSessions)
      .set({ lastUsedAt: longAgo })
      .where(eq(staffSessions.staffId, idle.id))

    expect((await sendAll(db)).map(({ to }) => to)).toEqual(['stays'])
    expect(await db.$count(staffPushSubscriptions)).toBe(3)
  })

  test.for([404, 410, 403])(
    'whose push is answered with %i deletes the subscription [board.1]',
    async (status, { api, db, placePaid }) => {
      await subscribed({ api, db }, 'owner', { role: 'owner' })
      await placePaid()

      for (let tries = 0; tries < 6; tries++) {
        await sendAll(db, { status }, 1000 + tries * 86_400_000)
      }

      expect(await db.$count(staffPushSubscriptions)).toBe(0)
    },
  )
})

describe('notifications', () => {
  test('are switched on and off for a browser; another endpoint of the session replaces it [board.1]', async ({
    api,
    db,
  }) => {
    const { token } = await subscribed({ api, db }, 'first')
    const ask = staffCalls(api, token)
    expect((await ask('GET', '/push/key')).body.result).toEqual({
      publicKey: 'the-public-key-of-the-tests',
    })
    await ask('POST', '/push/subscribe', { subscription: browserOf('second') })
    const endpoints = async () =>
      (await db.select().from(staffPushSubscriptions)).map(({ endpoint }) => endpoint)
    expect(await endpoints()).toEqual(['https://push.example/second'])

    const previous = browserOf('second')
    const renewed = { previous, subscription: browserOf('third') }
    await api.request('/api/push/renew', jsonRequest('POST', renewed))
    expect(await endpoints()).toEqual(['https://push.example/third'])

    const { endpoint } = browserOf('third')
    const off = await ask('POST', '/push/unsubscribe', { subscription: { endpoint } })

    expect(off.status).toBe(200)
    expect(await endpoints()).toEqual([])
  })

  test('are tried at once by a test to the caller’s own browser, within a limit [board.1]', async ({
    db,
  }) => {
    const sent: { to: string; message: PushMessage }[] = []
    const api = createTestApi(
      db,
      createTestDeps({
        hasRateLimits: true,
        sendPush: async ({ endpoint }, { payload }) => {
          sent.push({ to: endpoint, message: JSON.parse(payload) as PushMessage })
          return { status: 201 }
        },
      }),
    )
    const manager = await subscribed({ api, db }, 'manager')
    const packer = await subscribed({ api, db }, 'packer', { role: 'packer' })
    const body = { subscription: { endpoint: browserOf('manager').endpoint } }
    const test = () => staffCalls(api, manager.token)('POST', '/push/test', body)

    expect(await test()).toMatchObject({ status: 200 })
    expect(sent).toEqual([
      {
        to: 'https://push.example/manager',
        message: expect.objectContaining({
          notification: {
            ...{ title: 'Notifications work', lang: 'en-IN', tag: 'test' },
            body: 'This is how we’ll tell you about new orders.',
            navigate: 'https://shop.example/desk/me',
          },
        }) as PushMessage,
      },
    ])
    const ofAnother = await staffCalls(api, packer.token)('POST', '/push/test', body)
    expect(ofAnother.status).toBe(404)
    for (let tries = 1; tries < rules.limits.testPushesHourly; tries++) await test()
    expect(await test()).toMatchObject({ status: 429, body: { code: 'too_many' } })
    expect(sent).toHaveLength(rules.limits.testPushesHourly)
  })

  test.for([
    [410, 404, /no longer gets notifications/, 0],
    [403, 404, /no longer gets notifications/, 0],
    [503, 503, /didn’t accept the test \(response 503\)/, 1],
  ] as const)(
    'whose test is answered with %i say so, and end where nothing more would arrive [board.1]',
    async ([answer, status, msg, kept], { db }) => {
      const api = createTestApi(db, createTestDeps({ sendPush: async () => ({ status: answer }) }))
      const { token } = await subscribed({ api, db }, 'phone')
      const body = { subscription: { endpoint: browserOf('phone').endpoint } }

      const failed = await staffCalls(api, token)('POST', '/push/test', body)

      expect(failed).toMatchObject({ status, body: { msg: expect.stringMatching(msg) as string } })
      expect(await db.$count(staffPushSubscriptions)).toBe(kept)
    },
  )

  test('of an unknown push service are refused, and a key has none [board.1]', async ({
    api,
    db,
  }) => {
    const { token } = await aPerson(db, 'manager')
    const subscription = { ...browserOf('x'), endpoint: 'https://evil.example/x' }
    const refused = await staffCalls(api, token)('POST', '/push/subscribe', { subscription })
    expect(refused).toMatchObject({
      ...{ status: 400, body: { msg: 'This browser can’t be notified' } },
    })
    const key = staffCalls(api, (await aKey(db, 'manager')).token)
    const body = { subscription: browserOf('x') }
    expect((await key('POST', '/push/subscribe', body)).status).toBe(400)
  })
})
