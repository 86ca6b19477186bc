import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import type { ApiKey, Webhook, WebhookDelivery } from '#contract/staff/connections.ts'
import type { StaffSession } from '#contract/staff/people.ts'
import { orders } from '#server/database/schema/orders.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { staff, staffHistory } from '#server/database/schema/staff.ts'
import { webhookEndpoints } from '#server/database/schema/webhooks.ts'
import { openStaffSession, requireStaff } from '#server/platform/http/staffSessions.ts'
import type { EventJob } from '#server/platform/webhooks/eventQueue.ts'
import { commandStore, placeCashOrder } from '#tests/support/api/tests/commandTest.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'
import { anEndpoint, aWebhook } from '#tests/support/api/tests/webhookTest.ts'
import { aPhone, createWarehouses } from '#tests/support/shopper/givens.ts'

const store = commandStore()

const actionsOf = async (subject: 'key' | 'webhook' | 'staff', id: string) =>
  (
    await store.db
      .select()
      .from(staffHistory)
      .where(eq(staffHistory.subjectId, id))
      .orderBy(staffHistory.id)
  )
    .filter((entry) => entry.subject === subject)
    .map(({ action, by }) => `${action} by ${by}`)

describe('store key', () => {
  test('adds a key, shows it once, lists and ends it [staff.5] [ops.1]', async () => {
    await createWarehouses(store.db)
    const words = ['--name', 'Stock system', '--role', 'packer', '--warehouse', 'indore']
    const added = await runStoreCommand('key', 'add', ...words, '--days', '30', '--json')
    expect(added).toMatchObject({ code: 0, err: '' })
    const { id, key } = added.json<ApiKey & { key: string }>()
    expect(await requireStaff(store.db, key)).toMatchObject({
      ...{ id, role: 'packer', warehouseIds: ['indore'] },
    })

    const listed = await runStoreCommand('key', 'list')
    expect(listed.out).toMatch(/Stock system +packer +indore +until \d{4}-\d\d-\d\d +last used/)
    expect(listed.out).not.toContain(key)
    expect(await runStoreCommand('key', 'end', id)).toMatchObject({ code: 1, out: '' })
    expect((await runStoreCommand('key', 'end', id, '--yes')).out).toContain('has ended')
    await expect(requireStaff(store.db, key)).rejects.toMatchObject({ code: 'signed_out' })
    expect(await runStoreCommand('key', 'end', id, '--yes')).toMatchObject({
      ...{ code: 1, err: 'There’s no such key.' },
    })
    expect(await actionsOf('key', id)).toEqual(['added by Command line', 'ended by Command line'])
  })

  test.for([
    [['add', '--name', 'ERP'], 2],
    [['add', '--name', 'ERP', '--role', 'owner'], 2],
    [['add', '--name', 'ERP', '--role', 'manager', '--days', '400'], 2],
    [['add', '--name', 'ERP', '--role', 'packer'], 1],
  ] as const)('refuses mistakes with a message: %j [ops.1]', async ([words, code]) => {
    const ran = await runStoreCommand('key', ...words)

    expect(ran).toMatchObject({ code, out: '' })
    expect(ran.err).not.toBe('')
  })
})

describe('store webhook', () => {
  test('adds an address, changes it, makes a new secret and removes it [staff.5] [ops.1]', async () => {
    const url = 'https://erp.example/hook'
    const events = ['--event', 'order.placed,refund.changed']
    const added = await runStoreCommand('webhook', 'add', '--url', url, ...events, '--json')
    const { id, secret } = added.json<Webhook & { secret: string }>()
    expect(secret).toMatch(/^whsec_/)
    const secretOf = async () =>
      (await store.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)))[0]?.secret
    expect(await secretOf()).toBe(secret)

    const paused = await runStoreCommand('webhook', 'change', id, '--pause', '--event', 'stock.low')
    expect(paused.out).toMatch(/erp\.example\/hook +stock\.low +paused since/)
    expect((await runStoreCommand('webhook', 'change', id, '--resume')).out).toContain('nothing')
    const renewed = await runStoreCommand('webhook', 'new-secret', id, '--yes')
    expect(renewed.out).toContain(`${await secretOf()}`)
    expect(await secretOf()).not.toBe(secret)
    expect((await runStoreCommand('webhook', 'list')).out).toContain('1 address.')
    expect((await runStoreCommand('webhook', 'remove', id, '--yes')).code).toBe(0)
    expect((await runStoreCommand('webhook', 'list', '--json')).json()).toEqual([])
    expect(await actionsOf('webhook', id)).toEqual(
      ['added', 'changed', 'changed', 'made a new secret', 'removed'].map(
        (action) => `${action} by Command line`,
      ),
    )
  })

  test('sends a test, shows the log, and sends an event again [staff.5] [ops.1]', async () => {
    const { endpoint, delivery } = await aWebhook(store.db)
    expect((await runStoreCommand('webhook', 'test', endpoint.id)).out).toMatch(
      /test +Test +waiting/,
    )
    const log = await runStoreCommand('webhook', 'log', endpoint.id)
    expect(log.out).toContain('PEH-KAB55N')
    expect(log.out).toContain('2 events.')

    const again = await runStoreCommand('webhook', 'resend', endpoint.id, delivery.id, '--json')

    expect(again.json<WebhookDelivery>()).toMatchObject({ id: delivery.id, state: 'waiting' })
    expect(await runStoreCommand('webhook', 'resend', endpoint.id, delivery.id)).toMatchObject({
      ...{ code: 1, err: 'This event is on its way already.' },
    })
  })

  test.for([
    [['add', '--url', 'http://erp.example', '--event', 'stock.low'], 2],
    [['add', '--url', 'https://erp.example', '--event', 'order.lost'], 2],
    [['change', 'x'], 2],
    [['change', 'x', '--pause', '--resume'], 2],
    [['change', 'x', '--pause'], 1],
    [['log', 'x'], 1],
  ] as const)('refuses mistakes with a message: %j [ops.1]', async ([words, code]) => {
    const ran = await runStoreCommand('webhook', ...words)

    expect(ran).toMatchObject({ code, out: '' })
    expect(ran.err).not.toBe('')
  })
})

test('what one transaction changes of an order is one event, and each transaction has its own [staff.5]', async () => {
  await anEndpoint(store.db)
  const eventsOf = async (subject: string) =>
    (await store.db.select().from(jobs).where(eq(jobs.kind, 'event')))
      .map(({ payload }) => payload as EventJob)
      .filter((event) => event.subject === subject)
      .map(({ event }) => event)
  const { orderId, number } = await placeCashOrder(store)
  expect(await eventsOf(orderId)).toEqual(['order.placed'])
  const isIt = eq(orders.id, orderId)

  await store.db.transaction(async (tx) => {
    await tx.update(orders).set({ packingSince: new Date() }).where(isIt)
    await tx.update(orders).set({ packedAt: new Date() }).where(isIt)
  })

  expect(await eventsOf(orderId)).toEqual(['order.placed', 'order.changed'])
  // The command line's changes are events too.
  expect((await runStoreCommand('order', 'cancel', number, '--yes')).code).toBe(0)
  expect(await eventsOf(orderId)).toEqual(['order.placed', 'order.changed', 'order.changed'])
})

test('store staff lists a person’s devices and logs them out of one or all [staff.2] [ops.1]', async () => {
  const phone = aPhone()
  const [person] = await store.db
    .insert(staff)
    .values({ name: 'Anita Rao', contactNumber: phone, role: 'support' })
    .returning()
  const id = person?.id ?? ''
  await openStaffSession(store.db, id, 'Chrome on Android')
  await openStaffSession(store.db, id, 'Firefox on Windows')
  await openStaffSession(store.db, id, 'Safari on iPhone')
  const devices = async () =>
    (await runStoreCommand('staff', 'devices', phone, '--json')).json<StaffSession[]>()
  const onPhone = (await devices()).find(({ device }) => device === 'Safari on iPhone')

  const ended = await runStoreCommand('staff', 'log-out', phone, '--device', onPhone?.id ?? '')

  expect(ended).toMatchObject({ code: 0, out: 'Anita Rao is logged out of that device.' })
  expect(await devices()).toHaveLength(2)
  expect((await runStoreCommand('staff', 'devices', phone)).out).toContain('2 devices.')
  expect(await runStoreCommand('staff', 'log-out', phone, '--device', 'x')).toMatchObject({
    ...{ code: 1, err: 'This person is not logged in on a device of this id.' },
  })
  expect((await runStoreCommand('staff', 'log-out', phone)).code).toBe(0)
  expect(await devices()).toEqual([])
  expect(await actionsOf('staff', id)).toEqual([
    ...['ended a session by Command line', 'logged out everywhere by Command line'],
  ])
})
