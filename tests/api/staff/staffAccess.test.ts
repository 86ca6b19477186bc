import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { staffCalls as table } from '#contract/api/staffCalls.ts'
import { StaffRole } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { apiKeys, staff, staffHistory, staffSessions } from '#server/database/schema/staff.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { dayMs } from '#server/platform/runtime/clock.ts'
import { withRollback } from '#tests/support/api/apiTest.ts'
import { advanceClock } from '#tests/support/api/tests/loginTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aKey, aPerson, aRider, staffCalls, test } from '#tests/support/api/tests/staffTest.ts'
import {
  type DeskResources,
  type GuardedName,
  guardedNames,
  rolesOf,
  staffRequestOf,
  usualStatusOf,
} from '#tests/support/calls/staffRequests.ts'
import { protectedNames, requestOf } from '#tests/support/calls/accessMatrix.ts'
import { aWebhook } from '#tests/support/api/tests/webhookTest.ts'
import { aUser } from '#tests/support/shopper/givens.ts'

/** A ready order with its rider, a person with a session, and a key. */
async function deskOf(db: Database, orderId: string): Promise<DeskResources> {
  const { agentId } = await aRider(db)
  const [order] = await db
    .update(orders)
    .set({ packedAt: new Date() })
    .where(eq(orders.id, orderId))
    .returning()
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  const { id: personId } = await aPerson(db, 'support')
  const [session] = await db.select().from(staffSessions).where(eq(staffSessions.staffId, personId))
  const { id: keyId } = await aKey(db, 'manager')
  const { endpoint, delivery } = await aWebhook(db)
  return {
    ...{ number: order?.orderNumber ?? '', productId: line?.productId ?? '', riderId: agentId },
    ...{ personId, sessionId: session?.id ?? '', keyId },
    ...{ webhookId: endpoint.id, deliveryId: delivery.id },
  }
}

describe('a staff call', () => {
  test.for(guardedNames)(
    '%s is for its roles, and is never cached [staff.3]',
    async (name, { api, db, orderId }) => {
      const desk = await deskOf(db, orderId)
      for (const role of rolesOf(name)) {
        // A savepoint: each role finds everything as it was.
        await withRollback(db, async () => {
          const { token } = await aPerson(db, role)
          if (role === 'rider') {
            await db.update(orders).set({ agentId: desk.riderId }).where(eq(orders.id, orderId))
          }
          const response = await api.request(...staffRequestOf(name, desk, token))

          expect(response.status, role).toBe(allowedStatus(name, role))
          expect(response.headers.get('Cache-Control')).toBe('no-store')
          await response.body?.cancel()
        })
      }
    },
  )

  test('is refused to other roles, without a login, to a customer, to a disabled person, and after a session or key has ended, and changes nothing [staff.2] [staff.3] [staff.5]', async ({
    api,
    db,
    orderId,
  }) => {
    const desk = await deskOf(db, orderId)
    const ofRoles = await Promise.all(
      StaffRole.options.map(async (role) => ({ role, token: (await aPerson(db, role)).token })),
    )
    const disabled = await aPerson(db, 'owner', { disabledAt: new Date() })
    const ended = await aPerson(db, 'owner')
    await db.delete(staffSessions).where(eq(staffSessions.staffId, ended.id))
    const endedKey = await aKey(db, 'owner', new Date())
    const customer = await aUser(db)
    const strangers = ['', 'made-up', 'pehno_made-up', customer.token, disabled.token, ended.token]
    const before = await db.$count(staffHistory)
    for (const name of guardedNames) {
      for (const { role, token } of ofRoles) {
        if (rolesOf(name).includes(role)) continue
        const response = await api.request(...staffRequestOf(name, desk, token))

        expect(response.status, `${name} by ${role}`).toBe(403)
        expect(await response.json()).toMatchObject({ code: 'forbidden', success: false })
      }
      for (const token of [...strangers, endedKey.token]) {
        const response = await api.request(...staffRequestOf(name, desk, token))

        expect(response.status, name).toBe(401)
        expect(await response.json()).toMatchObject({ code: 'signed_out', msg: 'Please log in' })
      }
    }
    expect(await db.$count(staffHistory)).toBe(before)
  })
})

/** Support may not move an order to a rider, a rider has to carry it, and only those above a person change them. */
function allowedStatus(name: GuardedName, role: StaffRole): number {
  if (name === 'moveOrder') return role === 'rider' ? 404 : role === 'support' ? 403 : 200
  if (name === 'endStaffSession') return role === 'owner' || role === 'manager' ? 200 : 404
  return usualStatusOf(name)
}

test('every customer call is refused with a staff token [staff.3] [api.3]', async ({ api, db }) => {
  const { token } = await aPerson(db, 'owner')
  const { token: key } = await aKey(db, 'owner')
  for (const name of protectedNames) {
    const { method, path } = requestOf(name, { others: 'their own', parts: { ticket: 'x' } })
    for (const sent of [token, key]) {
      const response = await api.request(
        path,
        withToken(sent, method, method === 'GET' ? undefined : {}),
      )
      expect(response.status, name).toBe(401)
    }
  }
})

describe('a session', () => {
  test('ends after 14 idle days, and 30 days after the login [staff.2]', async ({ api, db }) => {
    const { id, token } = await aPerson(db, 'owner')
    const readSelf = async () => (await staffCalls(api, token)('GET', '/me')).status
    expect(await readSelf()).toBe(200)

    advanceClock(14 * dayMs + 60_000)
    expect(await readSelf()).toBe(401)

    await db
      .update(staffSessions)
      .set({ lastUsedAt: new Date(Date.now() + 29 * dayMs) })
      .where(eq(staffSessions.staffId, id))
    advanceClock(30 * dayMs - 60_000)
    expect(await readSelf()).toBe(200)
    advanceClock(30 * dayMs + 60_000)
    expect(await readSelf()).toBe(401)
  })

  test('is listed and ended by its person, and by nobody of the same role [staff.2]', async ({
    api,
    db,
  }) => {
    const packer = await aPerson(db, 'packer')
    await openStaffSession(db, packer.id, 'Firefox on Windows')
    const ask = staffCalls(api, packer.token)
    const list = async () =>
      (
        await ask<{ data: { id: string; device: string; isThisOne: boolean }[] }>(
          'GET',
          '/sessions',
        )
      ).body.result.data
    const other = (await list()).find(({ isThisOne }) => !isThisOne)
    expect(other).toMatchObject({ device: 'Firefox on Windows' })
    const path = `/sessions/${other?.id ?? ''}`
    const colleague = await aPerson(db, 'packer')
    expect((await staffCalls(api, colleague.token)('DELETE', path)).status).toBe(404)

    expect((await ask('DELETE', path)).status).toBe(200)
    expect(await list()).toMatchObject([{ isThisOne: true }])
    expect((await ask('DELETE', path)).status).toBe(404)
  })

  test.for([
    ['owner', 'owner', 200],
    ['owner', 'manager', 200],
    ['manager', 'owner', 404],
    ['manager', 'manager', 404],
    ['manager', 'accountant', 404],
    ['manager', 'packer', 200],
    ['support', 'packer', 404],
  ] as const)(
    'of another person is ended by those who may change the person: %s of %s [staff.2]',
    async ([role, whose, status], { api, db }) => {
      const { token } = await aPerson(db, role)
      const other = await aPerson(db, whose)
      const [session] = await db
        .select()
        .from(staffSessions)
        .where(eq(staffSessions.staffId, other.id))

      const ended = await staffCalls(api, token)('DELETE', `/sessions/${session?.id ?? ''}`)

      expect(ended.status).toBe(status)
      expect((await staffCalls(api, other.token)('GET', '/me')).status).toBe(
        status === 200 ? 401 : 200,
      )
    },
  )

  test('follows a change of role with the next call [staff.2] [staff.3]', async ({ api, db }) => {
    const { id, token } = await aPerson(db, 'manager')
    expect((await staffCalls(api, token)('GET', '/people')).status).toBe(200)

    await db.update(staff).set({ role: 'accountant' }).where(eq(staff.id, id))

    expect((await staffCalls(api, token)('GET', '/people')).status).toBe(403)
  })
})

describe('a key', () => {
  type Added = { id: string; key: string; expiresAt: string }

  test('uses the calls of its role until it expires or is ended [staff.5]', async ({
    api,
    db,
    owner,
  }) => {
    const add = { name: 'Stock system', role: 'support', validDays: 30 }
    const { result } = (await owner<Added>('POST', '/keys', add)).body
    const ask = staffCalls(api, result.key)

    expect((await ask('GET', '/orders')).status).toBe(200)
    expect((await ask('GET', '/history')).status).toBe(403)
    expect((await owner('GET', '/keys')).body.result).toMatchObject({
      data: [{ name: 'Stock system', role: 'support', lastUsedAt: expect.any(String) as string }],
    })
    advanceClock(30 * dayMs + 60_000)
    expect((await ask('GET', '/orders')).status).toBe(401)
    advanceClock(0)
    expect((await owner('DELETE', `/keys/${result.id}`)).status).toBe(200)
    expect((await ask('GET', '/orders')).status).toBe(401)
    expect((await owner('DELETE', `/keys/${result.id}`)).status).toBe(404)
    const stored = await db.select().from(apiKeys)
    expect(JSON.stringify(stored)).not.toContain(result.key)
  })

  test('is no person, and cannot be an owner [staff.5]', async ({ api, db, owner }) => {
    const { token } = await aKey(db, 'manager')
    const ask = staffCalls(api, token)

    expect((await ask('GET', '/me')).status).toBe(404)
    expect((await ask('POST', '/logout')).status).toBe(400)
    const refused = await owner('POST', '/keys', { name: 'Everything', role: 'owner' })
    expect(refused.status).toBe(400)
  })

  test('is the author of what it changes [staff.4] [staff.5]', async ({
    api,
    db,
    number,
    owner,
  }) => {
    const { id, token } = await aKey(db, 'manager')

    await staffCalls(api, token)('POST', `/orders/${number}/notes`, { text: 'From the ERP' })

    expect((await owner('GET', '/history')).body.result).toMatchObject({
      data: [{ by: 'Stock system', role: 'manager', name: number, action: 'wrote a note' }],
    })
    expect(await db.select().from(staffHistory)).toMatchObject([{ keyId: id, staffId: null }])
  })
})

test('the API reference names the roles of every staff call [staff.3] [staff.5]', async ({
  api,
}) => {
  type Operation = { operationId: string; 'x-roles'?: string[]; security?: object[] }
  const { paths } = (await (await api.request('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  for (const name of guardedNames) {
    const operation = operations.find(({ operationId }) => operationId === name)
    expect(operation, name).toMatchObject({
      'x-roles': table[name].roles,
      security: [{ token: [] }],
    })
  }
})
