import { expect } from 'vitest'

import { staffHistory } from '#server/database/schema/staff.ts'
import { test } from '#tests/support/api/tests/checkoutTest.ts'
import { aPerson, staffCalls } from '#tests/support/api/tests/staffTest.ts'
import { onSale } from '#tests/support/shopper/givens.ts'

test('values that are saved as they were leave nothing in the history [staff.4] [pack.5]', async ({
  db,
  api,
  me: _me,
}) => {
  const productId = await onSale(db)
  const owner = await aPerson(db, 'owner')
  const packer = await aPerson(db, 'packer')
  const send = async (path: string, method: string, body: object) =>
    (await staffCalls(api, owner.token)<{ id: string }>(method, path, body)).body.result
  const { id } = await send('/webhooks', 'POST', {
    ...{ url: 'https://erp.example/hook', events: ['order.placed'] },
  })
  const changes = [
    ['/stock/place', 'PUT', { productId, size: 'M', warehouseId: 'indore', shelf: 'a-1' }],
    [`/people/${packer.id}`, 'PATCH', { name: 'Meena Jain', warehouseIds: ['indore'] }],
    [`/people/${packer.id}`, 'PATCH', { isActive: false }],
    ['/delivery-settings', 'PUT', { proof: 'code' }],
    [`/webhooks/${id}`, 'PATCH', { events: ['order.changed'], isPaused: true }],
  ] as const
  for (const [path, method, body] of changes) {
    const before = await db.$count(staffHistory)
    await send(path, method, body)
    expect(await db.$count(staffHistory)).toBe(before + 1)
    await send(path, method, body)
    expect(await db.$count(staffHistory)).toBe(before + 1)
  }
})
