import { expect } from 'vitest'

import type { BoardOrder, Rider } from '#contract/staff/board.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { deliveryAgents } from '#server/database/schema/orders.ts'
import { staff } from '#server/database/schema/staff.ts'
import type { Database } from '#server/database/client/connect.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { anOrder, test } from '#tests/support/api/seededShop.ts'
import { aPhone } from '#tests/support/shopper/givens.ts'

async function tokenOf(db: Database, role: StaffRole): Promise<string> {
  const values = { name: 'Meera Joshi', contactNumber: aPhone(), role }
  const [row] = await db.insert(staff).values(values).returning()
  return openStaffSession(db, row!.id, 'Chrome on Android')
}

test('riders’ numbers are for roles that call, and masked for packers [staff.6]', async ({
  shop: { api, db },
}) => {
  await db.insert(deliveryAgents).values({ name: 'Zubin Last', contactNumber: '9826041377' })
  const numberFor = async (role: StaffRole) => {
    const response = await api.request('/api/staff/riders', withToken(await tokenOf(db, role)))
    const { result } = (await response.json()) as { result: { data: Rider[] } }
    return result.data.find(({ name }) => name === 'Zubin Last')?.contactNumber
  }

  expect(await numberFor('manager')).toBe('9826041377')
  expect(await numberFor('support')).toBe('9826041377')
  expect(await numberFor('packer')).toBe('98••••••77')
})

test('a row of the board has photos of the first items [board.1]', async ({ shop }) => {
  const { api, db } = shop
  await anOrder(shop)
  const response = await api.request('/api/staff/orders', withToken(await tokenOf(db, 'manager')))
  const { result } = (await response.json()) as { result: { data: BoardOrder[] } }

  expect(result.data).toHaveLength(1)
  expect(result.data[0]?.photos).toEqual([expect.stringMatching(/^\/.+\.(svg|webp)$/)])
})
