import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { staffCalls, type StaffCall } from '#contract/api/staffCalls.ts'
import { fillPath } from '#contract/paths.ts'
import { StaffRole } from '#contract/staff/roles.ts'
import { staff, staffHistory } from '#server/database/schema/staff.ts'
import type { Database } from '#server/database/client/connect.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { jsonRequest, withToken } from '#tests/support/api/requests.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { aPhone, aUser } from '#tests/support/shopper/givens.ts'

async function aPerson(db: Database, role: StaffRole, changes: object = {}) {
  const contactNumber = aPhone()
  const [row] = await db
    .insert(staff)
    .values({ name: 'Meera Joshi', contactNumber, role, ...changes })
    .returning()
  return { ...row!, token: await openStaffSession(db, row!.id, 'Chrome on Android') }
}

const calls = Object.entries<StaffCall>(staffCalls).filter(([, { access }]) => access === 'staff')
const parts = { id: 'x', number: 'PEH-XXXXXX' }
const requestOf = ({ method, path }: StaffCall, token: string) =>
  [
    `/api${fillPath(path, parts)}`,
    withToken(token, method, method === 'GET' ? undefined : {}),
  ] as const

describe.each(calls)('%s', (_, call) => {
  test('is refused without a login, for a customer and for a disabled person [staff.2] [staff.3]', async ({
    api,
    db,
  }) => {
    const disabled = await aPerson(db, 'owner', { disabledAt: new Date() })
    for (const token of ['', 'made-up', (await aUser(db)).token, disabled.token]) {
      expect((await api.request(...requestOf(call, token))).status).toBe(401)
    }
  })

  test('is for its roles only [staff.3]', async ({ api, db }) => {
    for (const role of StaffRole.options) {
      const { token } = await aPerson(db, role)
      const { status } = await api.request(...requestOf(call, token))
      const isAllowed = call.access === 'staff' && call.roles.includes(role)
      expect(status === 403, `${role}: ${status}`).toBe(!isAllowed)
    }
  })
})

test('a person logs in by OTP, and others get none and learn nothing [staff.2]', async ({
  api,
  db,
  deps,
}) => {
  const { contactNumber } = await aPerson(db, 'owner')
  const login = (phone: string) =>
    api.request('/api/staff/login', jsonRequest('POST', { contactNumber: phone }))

  const [known, unknown] = [await login(contactNumber), await login(aPhone())]
  expect(await known.json()).toEqual(await unknown.json())
  expect(deps.sent).toHaveLength(1)
  const otp = deps.sent[0]?.otp
  const verified = await api.request(
    '/api/staff/verify-otp',
    jsonRequest('POST', { contactNumber, otp }),
  )
  const { result } = (await verified.json()) as { result: { token: string } }
  const me = await api.request('/api/staff/me', withToken(result.token))
  expect(await me.json()).toMatchObject({ result: { role: 'owner', contactNumber } })
  const orders = await api.request('/api/orders/view', withToken(result.token))
  expect(orders.status).toBe(401)
})

test('an owner adds a manager, who may add a rider but no owner; all of it is in the history [staff.2] [staff.4]', async ({
  api,
  db,
}) => {
  const owner = await aPerson(db, 'owner')
  const add = async (token: string, person: object) => {
    const response = await api.request('/api/staff/people', withToken(token, 'POST', person))
    return { status: response.status, body: (await response.json()) as { result: { id: string } } }
  }
  const manager = { name: 'Ravi Rao', contactNumber: aPhone(), role: 'manager' }
  expect((await add(owner.token, manager)).status).toBe(200)
  expect((await add(owner.token, manager)).status).toBe(409)
  const { token } = await aPerson(db, 'manager')
  const another = { name: 'Asha Rao', contactNumber: aPhone() }
  expect((await add(token, { ...another, role: 'owner' })).status).toBe(403)
  expect((await add(token, { ...another, role: 'rider' })).status).toBe(400)

  const history = await api.request('/api/staff/history', withToken(token))
  expect(await history.json()).toMatchObject({
    result: { data: [{ action: 'added', name: 'Ravi Rao', by: 'Meera Joshi', role: 'owner' }] },
  })
})

test('a disabled person is out at once, and the last owner stays [staff.2]', async ({
  api,
  db,
}) => {
  const owner = await aPerson(db, 'owner')
  const { id, token } = await aPerson(db, 'support')
  const disable = (who: string) =>
    api.request(`/api/staff/people/${who}`, withToken(owner.token, 'PATCH', { isActive: false }))

  expect((await disable(id)).status).toBe(200)
  expect((await api.request('/api/staff/me', withToken(token))).status).toBe(401)
  expect((await disable(owner.id)).status).toBe(409)
})

test('nobody changes the history [staff.4]', async ({ api, db }) => {
  const owner = await aPerson(db, 'owner')
  await api.request('/api/staff/logout', withToken(owner.token, 'POST'))
  expect(await db.$count(staffHistory, eq(staffHistory.staffId, owner.id))).toBe(1)

  await expect(
    db.transaction((tx) => tx.execute(sql`delete from staff_history`)),
  ).rejects.toMatchObject({ cause: { message: 'The history of the staff cannot be changed' } })
})
