import { eq } from 'drizzle-orm'
import { expect } from 'vitest'

import { deliveryAgents } from '#server/database/schema/orders.ts'
import { staff, staffHistory } from '#server/database/schema/staff.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { demoLogins, seedStaff } from '#server/demo/seedStaff.ts'
import { otpOf } from '#tests/support/api/tests/loginTest.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import { test } from '#tests/support/api/seededShop.ts'
import { aPerson } from '#tests/support/api/tests/staffTest.ts'
import { warehouseIn } from '#tests/support/shopper/givens.ts'

test('the demo store has an owner, a packer and a rider, who log in by OTP [staff.2]', async ({
  api,
  db,
  deps,
}) => {
  await seedStaff(db)
  await seedStaff(db)

  expect(await demoLogins(db)).toBe('owner 6000010201, packer 6000010202, rider 6000010101')
  expect(await db.$count(staff)).toBe(3)
  expect(await db.$count(staffHistory)).toBe(0)
  const [rider] = await db.select().from(staff).where(eq(staff.role, 'rider'))
  const agents = await db
    .select()
    .from(deliveryAgents)
    .where(eq(deliveryAgents.contactNumber, '6000010101'))
  expect(agents).toMatchObject([{ id: 'agent-1', name: 'Ravi Solanki', staffId: rider?.id }])
  const contactNumber = '6000010201'
  await api.request('/api/staff/login', jsonRequest('POST', { contactNumber }))
  const request = jsonRequest('POST', { contactNumber, otp: otpOf(deps) })
  const verified = await api.request('/api/staff/verify-otp', request)
  expect(await verified.json()).toMatchObject({
    result: { person: { name: 'Anita Deshmukh', role: 'owner' } },
  })
})

test('a demo store with people of its own gets no others [staff.2]', async ({ db }) => {
  await aPerson(db, 'owner')

  await seedStaff(db)

  expect(await db.$count(staff)).toBe(1)
  expect(await demoLogins(db)).toBe('the people that “store staff list” names')
})

test('a demo store whose only warehouse is another one has people who work there [staff.2]', async ({
  db,
}) => {
  await db.delete(stockLevels)
  await db.delete(warehouses)
  await db.insert(warehouses).values({ ...warehouseIn('indore'), id: 'kochi' })

  await seedStaff(db)

  const people = db.select({ role: staff.role, warehouseIds: staff.warehouseIds }).from(staff)
  expect(await people.orderBy(staff.role)).toEqual([
    { role: 'owner', warehouseIds: [] },
    { role: 'packer', warehouseIds: ['kochi'] },
    { role: 'rider', warehouseIds: ['kochi'] },
  ])
})

test('a demo store without a warehouse has an owner only [staff.2]', async ({ db }) => {
  await db.delete(stockLevels)
  await db.delete(warehouses)

  await seedStaff(db)

  expect(await demoLogins(db)).toBe('owner 6000010201')
})
