import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { ApiKey } from '#contract/staff/connections.ts'
import { apiKeys, staffHistory } from '#server/database/schema/staff.ts'
import { staffCalls, test } from '#tests/support/api/tests/staffTest.ts'

type NewKey = ApiKey & { key: string }

describe('an API key', () => {
  test('is shown once, works for its role and warehouses only, and is refused once it has ended [staff.5] [staff.3]', async ({
    api,
    db,
    owner,
    number,
  }) => {
    const added = await owner<NewKey>('POST', '/keys', {
      ...{ name: 'Stock system', role: 'packer', warehouseIds: ['pune'], validDays: 30 },
    })
    const { id, key, warehouses } = added.body.result
    expect(key).toMatch(/^pehno_[\w-]{43}$/)
    expect(warehouses).toEqual([{ id: 'pune', name: expect.any(String) as string }])
    const listed = (await owner<{ data: ApiKey[] }>('GET', '/keys')).body.result.data
    expect(listed).toMatchObject([{ id, name: 'Stock system', role: 'packer', lastUsedAt: null }])
    expect(JSON.stringify(listed)).not.toContain(key)
    expect((await db.select().from(apiKeys))[0]?.keyHash).not.toContain(key)

    const ask = staffCalls(api, key)
    expect((await ask('GET', `/orders/${number}`)).status).toBe(404)
    expect((await ask('GET', '/people')).status).toBe(403)
    const board = await ask<{ data: object[] }>('GET', '/orders')
    expect(board.body.result.data).toEqual([])
    await db.update(apiKeys).set({ warehouseIds: ['indore'] })
    expect((await ask('GET', `/orders/${number}`)).status).toBe(200)

    expect((await owner('DELETE', `/keys/${id}`)).status).toBe(200)
    expect((await ask('GET', '/orders')).status).toBe(401)
    expect((await owner<{ data: ApiKey[] }>('GET', '/keys')).body.result.data).toEqual([])
    const entries = await db.select().from(staffHistory).where(eq(staffHistory.subject, 'key'))
    expect(entries).toMatchObject([
      { action: 'added', name: 'Stock system', after: { role: 'packer', warehouseIds: ['pune'] } },
      { action: 'ended', name: 'Stock system' },
    ])
  })

  test.for([
    [{ role: 'packer' }, { warehouseIds: 'Choose the warehouses this key works for' }],
    [{ warehouseIds: ['nowhere'] }, { warehouseIds: 'There’s no such warehouse' }],
  ] as const)('is refused with a message: %j [staff.5]', async ([changes, fields], { owner }) => {
    const refused = await owner('POST', '/keys', { name: 'ERP', role: 'manager', ...changes })

    expect(refused).toMatchObject({ status: 400, body: { fields } })
  })

  test.for([
    { role: 'owner' },
    { role: 'rider' },
    { name: ' ' },
    { validDays: 0 },
    { validDays: 367 },
  ])('has no such role, name or time: %j [staff.5]', async (changes, { owner }) => {
    const refused = await owner('POST', '/keys', { name: 'ERP', role: 'manager', ...changes })

    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields ?? {})).toEqual(Object.keys(changes))
  })
})
