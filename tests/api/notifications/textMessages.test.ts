import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { OwnComplaint } from '#contract/store/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { placeAlerts } from '#server/database/schema/notifications.ts'
import { complaints, jobs } from '#server/database/schema/operations.ts'
import { users } from '#server/database/schema/users.ts'
import { changeWarehouse } from '#server/features/location/warehouses.ts'
import { answerComplaint, saveComplaint } from '#server/features/support/complaints.ts'
import { sendPlaceAlerts } from '#server/jobs/placeAlerts.ts'
import { sendProductAlerts } from '#server/jobs/productAlerts.ts'
import { sendMessages } from '#server/jobs/sendMessages.ts'
import { clock, minuteMs, setClock } from '#server/platform/runtime/clock.ts'
import type { Message } from '#server/platform/messaging/sms.ts'
import { smsJob } from '#server/platform/messaging/smsQueue.ts'
import { createTestApi, test as apiTest } from '#tests/support/api/apiTest.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'
import { jsonRequest, withToken } from '#tests/support/api/requests.ts'
import * as given from '#tests/support/shopper/givens.ts'

type Fixture = {
  me: given.Shopper & { number: string }
  /** Sends what is due and returns it; the provider fails if `isDown`. */
  sent: (options?: { isDown?: boolean }) => Promise<Message[]>
  /** A call of the customer. */
  call: (method: string, path: string, body?: object) => Promise<Response>
}

const test = apiTest.extend<Fixture>({
  me: async ({ db }, use) => {
    const shopper = await given.aUser(db)
    const [user] = await db.select().from(users).where(eq(users.id, shopper.userId))
    await use({ ...shopper, number: user?.contactNumber ?? '' })
  },
  sent: async ({ db }, use) =>
    use(async ({ isDown = false } = {}) => {
      const messages: Message[] = []
      await sendMessages(db, {
        publicOrigin: 'https://shop.example',
        sendMessage: async (message) => {
          if (isDown) throw new Error('down')
          messages.push(message)
        },
      })
      return messages
    }),
  call: async ({ api, me }, use) =>
    use(async (method, path, body) =>
      api.request(`/api/${path}`, body ? withToken(me.token, method, body) : withToken(me.token)),
    ),
})

const aComplaint = (db: Database, contactNumber: string) =>
  saveComplaint(db, { name: 'Asha', contactNumber, text: 'My order is late' })

describe('a complaint [law.4]', () => {
  const own = async (response: Response) =>
    ((await response.json()) as { result: { data: OwnComplaint[] } }).result.data

  test('is answered by a text message and in the account, and keeps its history', async ({
    db,
    me,
    call,
    sent,
  }) => {
    const ticket = await aComplaint(db, me.number)
    await aComplaint(db, given.aPhone())

    await answerComplaint(db, { ticket, text: 'It is on its way.' })
    const messages = await sent()
    const answered = await own(await call('GET', 'complaints'))
    await call('POST', `complaints/${ticket}/reply`, { text: 'It has arrived torn.' })
    const [reopened] = await own(await call('GET', 'complaints'))

    expect(messages).toEqual([
      {
        to: me.number,
        text: expect.stringMatching(
          new RegExp(`^We’ve answered your complaint ${ticket}\\. .+/customer-support#complaints$`),
        ),
        link: 'https://shop.example/customer-support#complaints',
      },
    ])
    expect(answered).toMatchObject([
      { ticket, isAnswered: true, messages: [{ by: 'store', text: 'It is on its way.' }] },
    ])
    expect(reopened).toMatchObject({
      isAnswered: false,
      messages: [{ by: 'store' }, { by: 'shopper', text: 'It has arrived torn.' }],
    })
    expect(await sent()).toEqual([])
  })

  test('of another customer is neither read nor replied to', async ({ db, call }) => {
    const ticket = await aComplaint(db, given.aPhone())

    const reply = await call('POST', `complaints/${ticket}/reply`, { text: 'Hello' })

    expect(reply.status).toBe(404)
    expect(await own(await call('GET', 'complaints'))).toEqual([])
  })

  test('of an erased account is answered without a message', async ({ db, me, sent }) => {
    const ticket = await aComplaint(db, me.number)
    await db.update(complaints).set({ contactNumber: '' })

    await answerComplaint(db, { ticket, text: 'Sorry.' })

    expect(await sent()).toEqual([])
    await expect(answerComplaint(db, { ticket: 'C-NONE', text: 'Hi' })).rejects.toThrow(
      'No complaint has the ticket C-NONE',
    )
  })
})

describe('a text message', () => {
  test('is tried again while the provider is down, and its number is removed once it is sent', async ({
    db,
    me,
    sent,
    onTestFinished,
  }) => {
    onTestFinished(() => setClock())
    await answerComplaint(db, { ticket: await aComplaint(db, me.number), text: 'Done.' })

    await sent({ isDown: true })
    expect(await sent()).toEqual([])
    const later = clock.later(2 * minuteMs)
    setClock(() => later)

    expect(await sent()).toHaveLength(1)
    const [job] = await db.select().from(jobs).where(eq(jobs.kind, smsJob))
    expect(job).toMatchObject({ tries: 2, payload: {}, failure: null })
  })

  test('is given up after six tries', async ({ db, me, sent, onTestFinished }) => {
    onTestFinished(() => setClock())
    await answerComplaint(db, { ticket: await aComplaint(db, me.number), text: 'Done.' })

    for (let time = 0; time < 6; time++) {
      await sent({ isDown: true })
      const later = clock.later(60 * minuteMs)
      setClock(() => later)
    }

    expect(await sent()).toEqual([])
    const [job] = await db.select().from(jobs).where(eq(jobs.kind, smsJob))
    expect(job).toMatchObject({ tries: 6, failure: 'not sent', payload: {} })
  })
})

const midnight = new Date('2099-01-05T00:00:00+05:30')
const noon = new Date('2099-01-05T12:00:00+05:30')

test('“Notify me” falls back to a text message where no notification arrives, not at night [product.7] [pwa.14]', async ({
  db,
  me,
  call,
  sent,
  onTestFinished,
}) => {
  onTestFinished(() => setClock())
  const kurta = await given.onSale(db, { stock: { M: 0 } })
  await call('POST', `products/${kurta}/notify`, { kind: 'restock', size: 'M', bySms: true })

  expect(await sendProductAlerts(db)).toBe(0)
  await given.stockUp(db, { productId: kurta, warehouseId: 'indore', stock: { M: 2 } })
  setClock(() => midnight)
  expect(await sendProductAlerts(db)).toBe(1)
  expect(await sendProductAlerts(db)).toBe(0)
  expect(await sent()).toEqual([])
  setClock(() => noon)

  expect(await sent()).toEqual([
    {
      to: me.number,
      text: `Blue kurta in size M is back in stock. https://shop.example/products/${kurta}`,
      link: `https://shop.example/products/${kurta}`,
    },
  ])
})

test('a text message about a size that is sold out again by then is not sent [product.7]', async ({
  db,
  call,
  sent,
  onTestFinished,
}) => {
  onTestFinished(() => setClock())
  const kurta = await given.onSale(db, { stock: { M: 0 } })
  await call('POST', `products/${kurta}/notify`, { kind: 'restock', size: 'M', bySms: true })
  await given.stockUp(db, { productId: kurta, warehouseId: 'indore', stock: { M: 2 } })
  setClock(() => midnight)
  await sendProductAlerts(db)
  await given.stockUp(db, { productId: kurta, warehouseId: 'indore', stock: { M: 0 } })
  setClock(() => noon)

  expect(await sent()).toEqual([])

  await given.stockUp(db, { productId: kurta, warehouseId: 'indore', stock: { M: 1 } })
  expect(await sendProductAlerts(db)).toBe(1)
  expect(await sent()).toHaveLength(1)
})

test('“Notify me when you deliver here” sends one text message once the place is served, not at night [loc.9]', async ({
  db,
  api,
  me,
  call,
  sent,
  onTestFinished,
}) => {
  onTestFinished(() => setClock())
  await given.createWarehouses(db)
  await changeWarehouse(db, 'pune', { isOpen: false })
  const guest = await api.request('/api/user/place-alert', jsonRequest('POST', given.pune))
  await call('POST', 'user/place-alert', given.remotePlace)
  await call('POST', 'user/place-alert', given.pune)

  expect(guest.status).toBe(401)
  expect(await sendPlaceAlerts(db)).toBe(0)
  await changeWarehouse(db, 'pune', { isOpen: true })
  setClock(() => midnight)
  expect(await sendPlaceAlerts(db)).toBe(1)
  expect(await sendPlaceAlerts(db)).toBe(0)
  expect(await sent()).toEqual([])
  setClock(() => noon)

  expect(await sent()).toMatchObject([
    { to: me.number, text: 'We deliver to your place now. https://shop.example/' },
  ])
  expect(await db.$count(placeAlerts)).toBe(0)
})

test('places can be asked for five times a day, because each may cost a message [safe.4]', async ({
  db,
  me,
}) => {
  const api = createTestApi(db, { ...createTestDeps(), hasRateLimits: true })
  const statuses: number[] = []
  for (let time = 0; time < 6; time++) {
    const body = withToken(me.token, 'POST', given.pune)
    statuses.push((await api.request('/api/user/place-alert', body)).status)
  }

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})
