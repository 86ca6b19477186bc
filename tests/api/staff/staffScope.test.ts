import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { HistoryEntry, ListedPerson, StaffSession } from '#contract/staff/people.ts'
import { staffHistory, staffSessions } from '#server/database/schema/staff.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { aPerson, staffCalls, test } from '#tests/support/api/tests/staffTest.ts'

const inIndore = { warehouseIds: ['indore'] }
const inPune = { warehouseIds: ['pune'] }

describe('the devices of another person', () => {
  test('are seen and ended, one or all, by those above; the history says so [staff.2] [staff.4]', async ({
    api,
    db,
    owner,
  }) => {
    const { id, token } = await aPerson(db, 'manager', { name: 'Ravi Rao' })
    await openStaffSession(db, id, 'Firefox on Windows')
    const list = async () =>
      (await owner<{ data: StaffSession[] }>('GET', `/people/${id}/sessions`)).body.result.data
    const [first, second] = await list()
    expect([first?.device, second?.device].toSorted()).toEqual([
      ...['Chrome on Android', 'Firefox on Windows'],
    ])
    const onWindows = [first, second].find((session) => session?.device === 'Firefox on Windows')

    expect((await owner('DELETE', `/sessions/${onWindows?.id}`)).status).toBe(200)
    expect(await list()).toMatchObject([{ device: 'Chrome on Android', isThisOne: false }])
    expect((await staffCalls(api, token)('GET', '/me')).status).toBe(200)
    expect((await owner('DELETE', `/people/${id}/sessions`)).status).toBe(200)
    expect((await staffCalls(api, token)('GET', '/me')).status).toBe(401)

    const entries = await db
      .select()
      .from(staffHistory)
      .where(eq(staffHistory.subjectId, id))
      .orderBy(staffHistory.id)
    expect(entries).toMatchObject([
      { action: 'ended a session', name: 'Ravi Rao', before: { device: 'Firefox on Windows' } },
      { action: 'logged out everywhere', before: { devices: ['Chrome on Android'] } },
    ])
  })

  test('are neither seen nor ended by a manager of another warehouse, or for somebody above [staff.2] [staff.3]', async ({
    api,
    db,
    number: _,
  }) => {
    const { token } = await aPerson(db, 'manager', inIndore)
    const ask = staffCalls(api, token)
    const near = await aPerson(db, 'packer', inIndore)
    const others = [
      await aPerson(db, 'packer', inPune),
      await aPerson(db, 'support'),
      await aPerson(db, 'owner'),
      await aPerson(db, 'manager', inIndore),
    ]

    for (const { id } of others) {
      const [session] = await db.select().from(staffSessions).where(eq(staffSessions.staffId, id))
      expect((await ask('GET', `/people/${id}/sessions`)).status).toBe(403)
      expect((await ask('DELETE', `/people/${id}/sessions`)).status).toBe(403)
      expect((await ask('DELETE', `/sessions/${session?.id}`)).status).toBe(404)
      expect(await db.$count(staffSessions, eq(staffSessions.staffId, id))).toBe(1)
    }
    expect((await ask('GET', '/people/nobody/sessions')).status).toBe(404)
    expect((await ask('DELETE', `/people/${near.id}/sessions`)).status).toBe(200)
  })
})

describe('a manager of one warehouse', () => {
  test('sees the people who work for it, and who work for all [staff.3]', async ({
    api,
    db,
    number: _,
  }) => {
    const { token } = await aPerson(db, 'manager', { name: 'Own', ...inIndore })
    await aPerson(db, 'packer', { name: 'Near', warehouseIds: ['indore', 'pune'] })
    await aPerson(db, 'packer', { name: 'Far', ...inPune })
    await aPerson(db, 'support', { name: 'Everywhere' })
    const read = async (as: string) => {
      const answer = await staffCalls(api, as)<{ data: ListedPerson[] }>('GET', '/people')
      return answer.body.result.data.map(({ name }) => name)
    }

    expect(await read(token)).toEqual(['Everywhere', 'Near', 'Own'])
    const ofAll = await aPerson(db, 'manager', { name: 'Whole store' })
    expect(await read(ofAll.token)).toContain('Far')
  })

  test('sees the history of its orders, stock and people, and what they did themselves [staff.3] [staff.4]', async ({
    api,
    db,
    orderId,
    owner,
    number,
    kurta,
  }) => {
    const { id, token } = await aPerson(db, 'manager', inIndore)
    const far = await aPerson(db, 'packer', inPune)
    const near = await aPerson(db, 'packer', inIndore)
    await owner('POST', `/orders/${number}/move`, { move: 'startPacking', from: 'new' })
    for (const warehouseId of ['indore', 'pune']) {
      const place = { productId: kurta, size: 'M', warehouseId }
      await owner('POST', '/stock/change', { ...place, change: 2, reason: 'goods_in' })
    }
    await owner('PATCH', `/people/${near.id}`, { name: 'Near' })
    await owner('PATCH', `/people/${far.id}`, { name: 'Far' })
    await owner('POST', '/keys', { name: 'ERP', role: 'manager' })
    const entry = { subject: 'order', subjectId: 'of-pune', action: 'cancelled' } as const
    await db.insert(staffHistory).values([
      { ...entry, name: 'PEH-PUNE', by: 'Asha Rao' },
      { ...entry, name: 'PEH-MINE', by: 'Meera Joshi', staffId: id },
    ])
    const read = async (as: ReturnType<typeof staffCalls>) =>
      (await as<{ data: HistoryEntry[] }>('GET', '/history')).body.result.data

    const seen = await read(staffCalls(api, token))

    expect(seen.map(({ subject, action }) => `${subject} ${action}`)).toEqual([
      ...['order cancelled', 'staff changed', 'stock changed the stock', 'order started packing'],
    ])
    expect(seen.map(({ name }) => name)).toContain('PEH-MINE')
    expect(seen.find(({ subject }) => subject === 'staff')?.after).toEqual({ name: 'Near' })
    expect(seen.find(({ subject }) => subject === 'stock')?.name).not.toContain('Pune')
    expect(await read(owner)).toHaveLength(8)
    expect(orderId).not.toBe('')
  })
})
