import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { HistoryEntry } from '#contract/staff/people.ts'
import type { App } from '#server/app/api/createApp.ts'
import { deliveryAgents, orders } from '#server/database/schema/orders.ts'
import { staff, staffHistory } from '#server/database/schema/staff.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { rateLimitedDeps } from '#tests/support/api/tests/limitTest.ts'
import { otpOf, wrongOtpOf } from '#tests/support/api/tests/loginTest.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import {
  aPerson,
  aRider,
  type Answer,
  staffCalls,
  test,
} from '#tests/support/api/tests/staffTest.ts'
import { aPhone, aUser } from '#tests/support/shopper/givens.ts'

type Reply = { status: number; body: unknown; retryAfter: string | null }

type Sent = { contactNumber: string; otp?: string; address?: string }

/** Sends a call of the login from an address. */
async function send(api: App, path: 'login' | 'verify-otp', sent: Sent): Promise<Reply> {
  const { address = '10.0.0.1', ...body } = sent
  const request = jsonRequest('POST', body)
  const headers = { ...request.headers, 'X-Forwarded-For': address }
  const response = await api.request(`/api/staff/${path}`, { ...request, headers })
  const retryAfter = response.headers.get('Retry-After')
  return { status: response.status, body: await response.json(), retryAfter }
}

const loggedIn = async (api: App, contactNumber: string, otp: string) =>
  (await send(api, 'verify-otp', { contactNumber, otp })) as unknown as Answer<{ token: string }>

describe('logging in', () => {
  test('by OTP opens a session of the desk only [staff.2] [staff.3]', async ({ api, db, deps }) => {
    const { contactNumber } = await aPerson(db, 'manager')

    expect(await send(api, 'login', { contactNumber })).toMatchObject({
      status: 200,
      body: { result: { resendAfterSeconds: 30 } },
    })
    const { token } = (await loggedIn(api, contactNumber, otpOf(deps))).body.result

    const ask = staffCalls(api, token)
    expect((await ask('GET', '/me')).body.result).toMatchObject({ role: 'manager', contactNumber })
    expect((await ask('GET', '/history')).body.result).toMatchObject({
      data: [{ by: 'Meera Joshi', subject: 'staff', action: 'logged in' }],
    })
    expect((await ask('POST', '/logout')).status).toBe(200)
    expect((await ask('GET', '/me')).status).toBe(401)
  })

  test('shows nobody who is on the staff: an unknown number is answered like a known one, limits included [staff.2]', async ({
    db,
    onTestFinished,
  }) => {
    onTestFinished(() => setClock())
    const deps = rateLimitedDeps()
    const api = createTestApi(db, deps)
    const known = await aPerson(db, 'owner')
    const disabled = await aPerson(db, 'owner', { disabledAt: new Date() })
    const customer = aPhone()
    await aUser(db, { contactNumber: customer })
    const start = Date.now()
    const numbers = [known.contactNumber, disabled.contactNumber, customer, aPhone()]

    /** Requests, repeats and guesses, as somebody does who tries to find out. */
    async function probe(contactNumber: string, address: string) {
      const replies: Reply[] = []
      for (const seconds of [0, 1, 31, 32, 95, 220, 470, 720, 970, 1220, 1470]) {
        setClock(() => new Date(start + seconds * 1000))
        replies.push(await send(api, 'login', { contactNumber, address }))
        const otp = contactNumber === known.contactNumber ? wrongOtpOf(deps) : '000000'
        replies.push(await send(api, 'verify-otp', { contactNumber, otp, address }))
      }
      return replies
    }
    const probed: Reply[][] = []
    for (const [at, number] of numbers.entries()) probed.push(await probe(number, `10.0.0.${at}`))

    const statuses = probed[0]?.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses).toContain(400)
    expect(statuses).toContain(429)
    for (const replies of probed) expect(replies).toEqual(probed[0])
    expect(new Set(deps.sent.map(({ to }) => to))).toEqual(new Set([known.contactNumber]))
  })

  test('with an OTP of the shop is refused, and the other way round [staff.2]', async ({
    api,
    db,
    deps,
  }) => {
    const { contactNumber } = await aPerson(db, 'owner')
    await aUser(db, { contactNumber })
    const atShop = (path: string, body: object) =>
      api.request(`/api/user/${path}`, jsonRequest('POST', body))

    await atShop('login', { contactNumber })
    const shopOtp = otpOf(deps)
    await send(api, 'login', { contactNumber })
    const staffOtp = otpOf(deps)

    expect(await send(api, 'verify-otp', { contactNumber, otp: shopOtp })).toMatchObject({
      status: 400,
      body: { msg: 'Entered OTP is incorrect!' },
    })
    expect((await atShop('verify-otp', { contactNumber, otp: staffOtp })).status).toBe(400)
    expect((await loggedIn(api, contactNumber, staffOtp)).status).toBe(200)
    expect((await atShop('verify-otp', { contactNumber, otp: shopOtp })).status).toBe(200)
  })

  test('is not held up when the message cannot be sent [staff.2]', async ({ db }) => {
    const deps = rateLimitedDeps()
    const sendMessage = () => Promise.reject(new Error('The provider is down'))
    const api = createTestApi(db, { ...deps, sendMessage })
    const { contactNumber } = await aPerson(db, 'owner')

    expect((await send(api, 'login', { contactNumber })).status).toBe(200)
  })
})

describe('people', () => {
  const add = (name: string, changes: object) => ({ name, contactNumber: aPhone(), ...changes })

  test('are added by those above them; all of it is in the history [staff.2] [staff.4]', async ({
    api,
    db,
    owner,
  }) => {
    const manager = add('Ravi Rao', { role: 'manager' })
    expect((await owner('POST', '/people', manager)).status).toBe(200)
    expect(await owner('POST', '/people', manager)).toMatchObject({
      status: 409,
      body: { fields: { contactNumber: 'Somebody on the staff already has this phone number' } },
    })
    const { token } = await aPerson(db, 'manager')
    const ask = staffCalls(api, token)
    for (const role of ['owner', 'manager', 'accountant']) {
      expect((await ask('POST', '/people', add('Asha Rao', { role }))).status, role).toBe(403)
    }
    const rider = await ask('POST', '/people', add('Asha Rao', { role: 'rider' }))
    expect(rider.body.fields).toEqual({
      warehouseIds: 'Choose the warehouses this person works for',
    })

    const { data } = (await ask<{ data: HistoryEntry[] }>('GET', '/history')).body.result
    expect(data).toMatchObject([
      {
        ...{ action: 'added', name: 'Ravi Rao', by: 'Lakshmi Iyer', role: 'owner' },
        ...{ before: {}, after: { role: 'manager', contactNumber: manager.contactNumber } },
      },
    ])
  })

  test('of other warehouses are not changed by a manager of one [staff.2] [staff.3]', async ({
    api,
    db,
    number: _,
  }) => {
    const { token } = await aPerson(db, 'manager', { warehouseIds: ['indore'] })
    const ask = staffCalls(api, token)
    const [near, far] = [
      await aPerson(db, 'packer'),
      await aPerson(db, 'packer', { warehouseIds: ['pune'] }),
    ]

    const rename = { name: 'Kavya Nair' }
    expect((await ask('PATCH', `/people/${near.id}`, rename)).status).toBe(200)
    expect((await ask('PATCH', `/people/${far.id}`, rename)).status).toBe(403)
    const moved = await ask('PATCH', `/people/${near.id}`, { warehouseIds: ['pune'] })
    expect(moved.status).toBe(403)
  })

  test('who are disabled are out at once, and the last owner stays [staff.2] [staff.4]', async ({
    api,
    db,
  }) => {
    const boss = await aPerson(db, 'owner')
    const ask = staffCalls(api, boss.token)
    const { id, token } = await aPerson(db, 'support')

    expect((await ask('PATCH', `/people/${id}`, { isActive: false })).status).toBe(200)
    expect((await staffCalls(api, token)('GET', '/me')).status).toBe(401)
    expect((await ask('PATCH', `/people/${id}`, { isActive: true })).status).toBe(200)
    expect((await staffCalls(api, token)('GET', '/me')).status).toBe(401)
    for (const change of [{ isActive: false }, { role: 'manager' }]) {
      expect(await ask('PATCH', `/people/${boss.id}`, change)).toMatchObject({
        status: 409,
        body: { msg: 'The store needs an owner. Add another one first.' },
      })
    }
    const { data } = (await ask<{ data: HistoryEntry[] }>('GET', '/history')).body.result
    expect(data.map(({ action }) => action)).toEqual(['enabled', 'disabled'])
  })

  test('who ride are delivery agents, and cannot leave with open orders [staff.2]', async ({
    db,
    owner,
    orderId,
    number,
  }) => {
    const rider = await aRider(db)
    await owner('PATCH', `/people/${rider.id}`, { name: 'Suresh Kumar' })
    expect(
      await db.select().from(deliveryAgents).where(eq(deliveryAgents.staffId, rider.id)),
    ).toMatchObject([{ id: rider.agentId, name: 'Suresh Kumar', isActive: true }])
    await db.update(orders).set({ agentId: rider.agentId }).where(eq(orders.id, orderId))

    const refused = await owner('PATCH', `/people/${rider.id}`, { isActive: false })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        msg: `Suresh Kumar still has orders, such as ${number}. Give them to another rider first.`,
      },
    })
    await db.update(orders).set({ agentId: null }).where(eq(orders.id, orderId))
    expect((await owner('PATCH', `/people/${rider.id}`, { isActive: false })).status).toBe(200)
    const [agent] = await db
      .select()
      .from(deliveryAgents)
      .where(eq(deliveryAgents.staffId, rider.id))
    expect(agent?.isActive).toBe(false)
  })
})

describe('the history', () => {
  test('is searched by words of thing, action and person, page by page [staff.4]', async ({
    db,
    owner,
  }) => {
    const entry = { subject: 'order', subjectId: 'x', action: 'delivered' } as const
    const rows = Array.from({ length: 60 }, (_, at) => ({
      ...{ ...entry, name: `PEH-${at}`, by: at % 2 ? 'Ravi Rao' : 'Asha 100% Rao' },
    }))
    await db.insert(staffHistory).values(rows)
    const read = async (query: string) =>
      (await owner<{ data: HistoryEntry[]; cursor: string | null }>('GET', `/history?${query}`))
        .body.result

    const first = await read('subject=order')
    expect(first.data).toHaveLength(50)
    const second = await read(`subject=order&cursor=${first.cursor ?? ''}`)
    expect([second.data.length, second.cursor]).toEqual([10, null])
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(60)
    expect((await read('search=ravi+delivered')).data).toHaveLength(30)
    expect((await read('search=peh-7')).data).toMatchObject([{ name: 'PEH-7' }])
    expect((await read('search=100%25')).data).toHaveLength(30)
    expect((await read('search=1%25')).data).toHaveLength(0)
    expect((await read('subject=stock')).data).toHaveLength(0)
  })

  test.for([sql`delete from staff_history`, sql`update staff_history set "by" = 'Nobody'`])(
    'cannot be changed or deleted [staff.4]',
    async (statement, { db, owner }) => {
      await owner('POST', '/logout')
      expect(await db.$count(staffHistory)).toBe(1)

      await expect(db.transaction((tx) => tx.execute(statement))).rejects.toMatchObject({
        cause: { message: 'The history of the staff cannot be changed' },
      })
      expect(await db.$count(staffHistory)).toBe(1)
    },
  )

  test('keeps the name that a person had [staff.4]', async ({ api, db, owner }) => {
    const packer = await aPerson(db, 'packer', { name: 'Kavya Nair' })
    await staffCalls(api, packer.token)('POST', '/logout')

    await db.update(staff).set({ name: 'Kavya Menon' }).where(eq(staff.id, packer.id))

    expect((await owner('GET', '/history')).body.result).toMatchObject({
      data: [{ by: 'Kavya Nair', role: 'packer' }],
    })
  })
})
