import { eq } from 'drizzle-orm'

import { riderPositions } from '#server/database/schema/deliveries.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import {
  historyOf,
  openDesk,
  openStop,
  stateOf,
  stop,
  tap,
  test,
} from '#tests/support/desk/riderDesk.ts'
import { expectAccessible } from '#tests/support/pages/expectAccessible.ts'
import { expect } from '#tests/support/pages/storeTest.ts'
import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { carriedOrder, staffLogin } from '#tests/support/shopper/riderGivens.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'
import { violationsOf } from '#tests/support/shopper/shopping.ts'

const place = { latitude: 22.74, longitude: 75.88 }

// A phone that knows where it is.
test.use({
  hasWorker: false,
  viewport: { width: 390, height: 844 },
  geolocation: place,
  permissions: ['geolocation'],
})

test('a cash order is paid by UPI, its code is asked for, and its customer sees where the rider is [rider.1] [rider.2] [rider.4] [rider.8]', async ({
  page,
  db,
  rider,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const customer = await context.newPage()
  await openLoggedIn(customer, '/order-listing')
  const { orderId } = await placeOrder(customer)
  const [own] = await db
    .update(orders)
    .set({
      ...{ takenOverAt: new Date(), status: 'Shipped', agentId: rider.agentId },
      ...{ deliveryProof: 'code', deliveryCode: '4821', warehouseId: rider.warehouseId },
      ...{ receiverName: 'Kavita Rathore', receiverContactNumber: '9876500001' },
    })
    .where(eq(orders.id, orderId))
    .returning()
  const number = own?.orderNumber ?? ''
  await carriedOrder(db, rider, { receiver: 'Vikram Chouhan', dueInMinutes: 240 })
  await openDesk(page, rider)
  await tap(page, 'Start shift')
  await tap(page, 'Share my position')
  await page.getByRole('radio', { name: 'Suggested' }).check()
  await expect(page.getByRole('link', { name: 'Open all stops in maps' })).toBeVisible()
  await expectAccessible(page)

  await openStop(page, 'Kavita Rathore')
  await stop(page, 'Kavita Rathore').getByRole('button', { name: 'Start delivery' }).click()
  await expect
    .poll(() => db.$count(riderPositions, eq(riderPositions.orderId, orderId)), {
      timeout: 20_000,
    })
    .toBe(1)
  await customer.goto(`/order-tracking?id=${orderId}`)
  await expect(customer.getByText(/^Your delivery agent is .+ arrives at about/)).toBeVisible()
  await expect(customer.getByRole('region', { name: 'Delivery code' })).toContainText('4821')
  expect(await violationsOf(customer)).toEqual([])

  await page.goto(`/desk/deliveries/${number}`)
  await tap(page, 'UPI: show the QR code')
  const link = page.getByText(/^Or opens/)
  await expect(link).toBeVisible()
  await expectAccessible(page)
  const url = ((await link.textContent()) ?? '').replace('Or opens ', '')
  await page.request.post(new URL(url).pathname)
  await expect(page.getByText(/^Paid by UPI/)).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Code from the customer').fill('1111')
  await tap(page, 'Delivered')
  await expect(page.getByText(/This isn’t the code of the order/)).toBeVisible()
  await tap(page, `OK, ${number}`)
  await page.goto(`/desk/deliveries/${number}`)
  await page.getByLabel('Code from the customer').fill('4821')
  await tap(page, 'Delivered')
  await expect.poll(async () => (await stateOf(db, number))?.status).toBe('Delivered')

  expect(await historyOf(db, number)).toEqual([
    ...['started the delivery', 'showed a UPI code', 'delivered'],
  ])
  const paid = await db.select().from(payments).where(eq(payments.orderId, orderId))
  expect(paid.filter(({ status }) => status === 'captured')).toMatchObject([{ kind: 'link' }])
  expect(await db.$count(riderPositions, eq(riderPositions.orderId, orderId))).toBe(0)
  await expect(customer.getByRole('region', { name: 'Delivery code' })).toBeHidden()
  await context.close()
})

test('the owner sets the proof of delivery [rider.2]', async ({ page, db }) => {
  const owner = await staffLogin(db, { role: 'owner', name: 'Meera Kulkarni' })
  await openDesk(page, owner, '/desk/delivery-settings')
  await expect(page.getByRole('radio', { name: /^Photo/ })).toBeVisible()
  await expectAccessible(page)
})
