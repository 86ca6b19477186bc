import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { Webhook, WebhookDelivery } from '#contract/staff/connections.ts'
import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/database/schema/webhooks.ts'
import { deleteExpired } from '#server/jobs/maintenance.ts'
import { publishEvents } from '#server/jobs/publishEvents.ts'
import { sendWebhooks } from '#server/jobs/sendWebhooks.ts'
import { clock, dayMs, hourMs, minuteMs, setClock } from '#server/platform/runtime/clock.ts'
import {
  NotSentError,
  type OutgoingWebhook,
  signWebhook,
  webhookSender,
} from '#server/platform/webhooks/sendWebhook.ts'
import { test } from '#tests/support/api/tests/staffTest.ts'
import { anEndpoint, aWebhook, startReceiver } from '#tests/support/api/tests/webhookTest.ts'

type Body = { id: string; type: string; at: string; data: Record<string, unknown> }

/** Publishes what happened until now. What happens in a test counts as one transaction, so events are told apart by this. */
async function publish(db: Database) {
  setClock(() => new Date(Date.now() + 1000))
  await publishEvents(db)
}

const deliveriesOf = (db: Database) =>
  db.select().from(webhookDeliveries).orderBy(webhookDeliveries.createdAt)
const bodiesOf = async (db: Database) =>
  (await deliveriesOf(db)).map(({ body }) => JSON.parse(body) as Body)

describe('events', () => {
  test('of a placed order, its moves, its refund and low stock are written with the change; they name no customer [staff.5]', async ({
    db,
    owner,
    placePaid,
    kurta,
  }) => {
    await anEndpoint(db)

    const number = await placePaid()
    await publish(db)
    await owner('POST', `/orders/${number}/move`, { move: 'startPacking', from: 'new' })
    await publish(db)
    await owner('POST', `/orders/${number}/move`, { move: 'cancel', from: 'packing', reason: 'x' })
    await publish(db)
    const place = { productId: kurta, size: 'M', warehouseId: 'indore' }
    await owner('POST', '/stock/count', { ...place, counted: 1 })
    await publish(db)

    const bodies = await bodiesOf(db)
    expect(bodies.map(({ type }) => type).toSorted()).toEqual([
      ...['order.changed', 'order.changed', 'order.placed', 'refund.changed', 'stock.low'],
    ])
    const [placed] = bodies
    expect(placed).toMatchObject({
      type: 'order.placed',
      data: { number, state: 'new', paymentStatus: 'paid', totalPaise: 999_00, itemCount: 1 },
    })
    const refund = bodies.find(({ type }) => type === 'refund.changed')
    expect(refund?.data).toMatchObject({
      ...{ orderNumber: number, amountPaise: 999_00, reason: 'cancelled', status: 'pending' },
    })
    const low = bodies.find(({ type }) => type === 'stock.low')
    expect(low?.data).toMatchObject({ ...place, onHand: 1, lowBelow: 2 })
    const [order] = await db.select().from(orders).where(eq(orders.orderNumber, number))
    const sent = JSON.stringify(bodies)
    for (const text of [order?.address.street, order?.address.postalCode, order?.userId]) {
      expect(sent).not.toContain(text)
    }
  })

  test('go to the addresses that want them, and not to one that is paused [staff.5]', async ({
    db,
    number: _,
  }) => {
    const wants = await anEndpoint(db, { events: ['order.changed'] })
    await anEndpoint(db, { events: ['stock.low'] })
    await anEndpoint(db, { events: ['order.changed'], pausedAt: new Date() })

    await db.update(orders).set({ packingSince: new Date() })
    await publish(db)

    expect(await deliveriesOf(db)).toMatchObject([{ endpointId: wants.id, event: 'order.changed' }])
  })

  test('are not written while nobody wants them [staff.5]', async ({ db, number: _ }) => {
    await anEndpoint(db, { events: ['stock.low'] })

    await db.update(orders).set({ packingSince: new Date() })

    expect(await db.$count(jobs, eq(jobs.kind, 'event'))).toBe(0)
  })

  test('are gone when the change is rolled back [staff.5]', async ({ db, number: _ }) => {
    await anEndpoint(db)
    const change = db.transaction(async (tx) => {
      await tx.update(orders).set({ packingSince: new Date() })
      tx.rollback()
    })
    await change.catch(() => undefined)

    expect(await db.$count(jobs, eq(jobs.kind, 'event'))).toBe(0)
  })
})

describe('sending', () => {
  test('arrives at a real server once, signed so that the receiver can check it [staff.5]', async ({
    db,
    number: _,
    onTestFinished,
  }) => {
    const receiver = await startReceiver()
    onTestFinished(receiver.close)
    const { secret } = await anEndpoint(db, { url: receiver.url, events: ['order.changed'] })
    await db.update(orders).set({ packingSince: new Date() })
    await publish(db)
    const sendWebhook = webhookSender({ isLocalAllowed: true })

    await sendWebhooks(db, { sendWebhook })
    await sendWebhooks(db, { sendWebhook })

    expect(receiver.received).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const hmac = createHmac('sha256', key).update(`${String(id)}.${String(time)}.${body}`)
    expect(signature).toBe(`v1,${hmac.digest('base64')}`)
    expect(Number(time)).toBe(Math.floor(clock.now().getTime() / 1000))
    expect(JSON.parse(body)).toMatchObject({ id, type: 'order.changed' })
    expect(await deliveriesOf(db)).toMatchObject([
      { state: 'delivered', tries: 1, statusCode: 200, problem: null, nextTryAt: null },
    ])
    const [endpoint] = await db.select().from(webhookEndpoints)
    expect(endpoint?.deliveredAt).not.toBeNull()
  })

  test('is tried again with growing pauses, with the same id and body, and then given up [staff.5]', async ({
    db,
  }) => {
    const { delivery, endpoint } = await aWebhook(db)
    await db
      .update(webhookDeliveries)
      .set({ state: 'waiting', tries: 0 })
      .where(eq(webhookDeliveries.id, delivery.id))
    await db.insert(jobs).values({ kind: 'webhook', payload: { deliveryId: delivery.id } })
    const sent: OutgoingWebhook[] = []
    const sendWebhook = async (webhook: OutgoingWebhook) => {
      sent.push(webhook)
      return 503
    }
    let now = Date.now() + 1000
    setClock(() => new Date(now))

    const pauses: number[] = []
    for (let tries = 0; tries < 12; tries++) {
      await sendWebhooks(db, { sendWebhook })
      const [row] = await deliveriesOf(db)
      if (!row?.nextTryAt) break
      pauses.push(row.nextTryAt.getTime() - now)
      now = row.nextTryAt.getTime() - 1000
      await sendWebhooks(db, { sendWebhook })
      now += 1000
    }

    expect(pauses).toEqual(rules.webhooks.retryPausesMs)
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
    expect(sent).toHaveLength(pauses.length + 1)
    const { url, secret } = endpoint
    const same = { url, secret, id: delivery.eventId, body: delivery.body }
    for (const webhook of sent) expect(webhook).toEqual(same)
    expect(await deliveriesOf(db)).toMatchObject([
      { state: 'failed', statusCode: 503, problem: 'The answer was 503' },
    ])
  })

  test('to an address where everything has failed for long is paused [staff.5]', async ({
    db,
    owner,
  }) => {
    const { endpoint } = await aWebhook(db)
    const fail = async () => {
      throw new NotSentError('The host wasn’t found')
    }
    const start = Date.now()
    const tryOnce = async (afterMs: number) => {
      setClock(() => new Date(start + afterMs))
      await owner('POST', `/webhooks/${endpoint.id}/test`)
      await sendWebhooks(db, { sendWebhook: fail })
      const { data } = (await owner<{ data: Webhook[] }>('GET', '/webhooks')).body.result
      return data[0]
    }

    expect(await tryOnce(1000)).toMatchObject({
      ...{ failingSince: new Date(start + 1000).toISOString(), pausedAt: null },
    })
    expect((await tryOnce(rules.webhooks.pauseAfterMs))?.pausedAt).toBeNull()
    const pausedAt = start + rules.webhooks.pauseAfterMs + hourMs
    expect((await tryOnce(pausedAt - start))?.pausedAt).toBe(new Date(pausedAt).toISOString())
    const resumed = await owner('PATCH', `/webhooks/${endpoint.id}`, { isPaused: false })
    expect(resumed.body.result).toMatchObject({ pausedAt: null, failingSince: null })
  })

  test.for([
    'http://erp.example/hook',
    'https://127.0.0.1/hook',
    'https://2130706433/hook',
    'https://10.1.2.3/hook',
    'https://172.20.0.1/hook',
    'https://192.168.1.10/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/hook',
    'https://0.0.0.0/hook',
    'https://[::1]/hook',
    'https://[fe80::1]/hook',
    'https://[fd00::1]/hook',
    'https://[::ffff:127.0.0.1]/hook',
    'https://[64:ff9b::7f00:1]/hook',
    'https://localhost/hook',
  ])('never reaches what is not a public host: %s [staff.5]', async (url) => {
    const sending = webhookSender()({ url, secret: 'whsec_AAAA', id: 'x', body: '{}' })

    await expect(sending).rejects.toMatchObject({
      message: expect.stringMatching(/doesn’t (lead to a public host|begin with https)/) as string,
    })
  })

  test('does not follow a redirect, and does not wait for long [staff.5]', async ({
    db,
    onTestFinished,
  }) => {
    const [receiver, elsewhere] = [await startReceiver(), await startReceiver()]
    onTestFinished(receiver.close)
    onTestFinished(elsewhere.close)
    Object.assign(receiver.answer, { status: 302, location: elsewhere.url })
    const { delivery } = await aWebhook(db)
    await db.update(webhookEndpoints).set({ url: receiver.url })
    await db.update(webhookDeliveries).set({ state: 'waiting' })
    await db.insert(jobs).values({ kind: 'webhook', payload: { deliveryId: delivery.id } })
    setClock(() => new Date(Date.now() + 1000))

    await sendWebhooks(db, { sendWebhook: webhookSender({ isLocalAllowed: true }) })

    expect(elsewhere.received).toEqual([])
    expect(await deliveriesOf(db)).toMatchObject([
      { statusCode: 302, problem: 'The answer was 302, a redirect, which isn’t followed' },
    ])
    receiver.answer.status = 0
    const impatient = webhookSender({ isLocalAllowed: true, timeoutMs: 50 })
    const { url } = receiver
    const sending = impatient({ url, secret: 'whsec_AAAA', id: 'x', body: '{}' })
    await expect(sending).rejects.toMatchObject({ message: 'There was no answer in time' })
  })
})

describe('an address', () => {
  const address = { url: 'https://erp.example/hook?token=abc', events: ['order.placed'] }

  test('has a secret that is shown once and can be made anew; the history has neither it nor the path [staff.4] [staff.5]', async ({
    db,
    owner,
  }) => {
    const added = (await owner<Webhook & { secret: string }>('POST', '/webhooks', address)).body
      .result
    expect(added).toMatchObject({ ...address, pausedAt: null })
    expect(added.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const listed = (await owner<{ data: Webhook[] }>('GET', '/webhooks')).body.result.data
    expect(JSON.stringify(listed)).not.toContain('whsec_')

    const renewed = await owner<{ secret: string }>('POST', `/webhooks/${added.id}/secret`)

    const [stored] = await db.select().from(webhookEndpoints)
    expect(renewed.body.result.secret).not.toBe(added.secret)
    expect(stored?.secret).toBe(renewed.body.result.secret)
    const entries = await db.select().from(staffHistory).where(eq(staffHistory.subject, 'webhook'))
    expect(entries.map(({ action }) => action)).toEqual(['added', 'made a new secret'])
    expect(JSON.stringify(entries)).not.toMatch(/whsec_|token/)
  })

  test.for([
    [{ url: 'http://erp.example' }, { url: 'Enter an address that begins with https://' }],
    [{ url: 'https://me:pw@erp.example' }, { url: 'Enter an address that begins with https://' }],
    [{ url: 'erp' }, { url: 'Enter an address that begins with https://' }],
    [{ events: [] }, { events: 'Choose what to send' }],
  ] as const)('is refused with a message: %j [staff.5]', async ([changes, fields], { owner }) => {
    const refused = await owner('POST', '/webhooks', { ...address, ...changes })

    expect(refused).toMatchObject({ status: 400, body: { fields } })
  })

  test('is changed, paused, resumed and removed; there are at most ten [staff.5]', async ({
    db,
    owner,
  }) => {
    for (let count = 0; count < rules.webhooks.maxPerStore; count++) {
      expect((await owner('POST', '/webhooks', address)).status).toBe(200)
    }
    expect(await owner('POST', '/webhooks', address)).toMatchObject({
      ...{ status: 409, body: { msg: 'Events can go to 10 addresses. Remove one first.' } },
    })
    const [{ id } = { id: '' }] = await db.select().from(webhookEndpoints)
    const changes = { url: 'https://new.example/hook', events: ['stock.low'], isPaused: true }
    expect((await owner('PATCH', `/webhooks/${id}`, changes)).body.result).toMatchObject({
      ...{ url: 'https://new.example/hook', events: ['stock.low'] },
      pausedAt: expect.any(String) as string,
    })
    expect((await owner('DELETE', `/webhooks/${id}`)).status).toBe(200)
    expect((await owner('DELETE', `/webhooks/${id}`)).status).toBe(404)
    expect(await db.$count(webhookEndpoints)).toBe(rules.webhooks.maxPerStore - 1)
  })

  test('has a log; a test and a failed event are sent again from it [staff.5]', async ({
    db,
    owner,
  }) => {
    const { endpoint, delivery } = await aWebhook(db)
    const path = `/webhooks/${endpoint.id}`
    setClock(() => new Date(Date.now() + minuteMs))
    const test = await owner<WebhookDelivery>('POST', `${path}/test`)
    expect(test.body.result).toMatchObject({ event: 'test', state: 'waiting', tries: 0 })

    const again = await owner<WebhookDelivery>('POST', `${path}/deliveries/${delivery.id}/again`)

    expect(again.body.result).toMatchObject({ eventId: delivery.eventId, state: 'waiting' })
    expect(await owner('POST', `${path}/deliveries/${delivery.id}/again`)).toMatchObject({
      ...{ status: 409, body: { msg: 'This event is on its way already' } },
    })
    const sent: string[] = []
    await sendWebhooks(db, {
      sendWebhook: async ({ id }) => {
        sent.push(id)
        return 204
      },
    })
    expect(sent.toSorted()).toEqual([delivery.eventId, test.body.result.eventId].toSorted())
    const log = await owner<{ webhook: Webhook; data: WebhookDelivery[]; cursor: string | null }>(
      ...(['GET', `${path}/deliveries`] as const),
    )
    expect(log.body.result).toMatchObject({
      webhook: { id: endpoint.id },
      data: [
        { event: 'test', state: 'delivered', statusCode: 204 },
        { event: 'order.placed', state: 'delivered', about: 'PEH-KAB55N' },
      ],
      cursor: null,
    })
  })

  test('loses what was sent more than 30 days ago [staff.5]', async ({ db }) => {
    const { delivery } = await aWebhook(db)
    const isIt = eq(webhookDeliveries.id, delivery.id)
    await deleteExpired(db)
    expect(await db.$count(webhookDeliveries, isIt)).toBe(1)

    setClock(() => new Date(Date.now() + 31 * dayMs))
    await deleteExpired(db)

    expect(await db.$count(webhookDeliveries, isIt)).toBe(0)
  })
})

test('the signature is the one of the description [staff.5]', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  const signed = signWebhook({ secret, id: 'msg_1', body: '{"a":1}' }, 1_700_000_000)

  const hmac = createHmac('sha256', '0123456789abcdef0123456789abcdef')
  expect(signed).toBe(`v1,${hmac.update('msg_1.1700000000.{"a":1}').digest('base64')}`)
})
