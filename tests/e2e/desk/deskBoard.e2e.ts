import type { Browser, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { Order } from '#contract/orders/order.ts'
import { deliveryAgents, orders } from '#server/database/schema/orders.ts'
import { expect, test as base } from '#tests/support/pages/storeTest.ts'
import { openLoggedIn, requestStore } from '#tests/support/shopper/loggedIn.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'
import { newPhone, newStreet, violationsOf } from '#tests/support/shopper/shopping.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { staff } from '#server/database/schema/staff.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { privateStore } from '#tests/support/server/privateStore.ts'

type Store = { origin: string; db: Database }

/** A store without a simulated courier, which would move the orders before the staff do. */
const test = base.extend<object, { store: Store }>({
  store: [
    async ({}, use) => {
      const { origin, db, close } = await privateStore()
      await use({ origin, db })
      await close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ store }, use) => use(store.origin),
})

type Desk = { browser: Browser; store: Store; name: string; role?: StaffRole }

/** A page of the desk on which a new person is logged in, a manager by default. */
async function openDesk({ browser, store, name, role = 'manager' }: Desk): Promise<Page> {
  const { db, origin } = store
  const person = { id: randomUUID(), name, role, contactNumber: newPhone() }
  await db.insert(staff).values(person)
  const token = await openStaffSession(db, person.id, 'Chrome on Android')
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  const session = JSON.stringify({ token, person: { ...person, warehouses: [] } })
  await context.addInitScript((value) => localStorage.setItem('desk-session', value), session)
  return context.newPage()
}

test.use({ hasWorker: false })
// One store for both; the first test expects that no other order is open.
test.describe.configure({ mode: 'serial' })

/** Shorter than the interval at which a board without a stream reads again. `npm run bench:board` measures the two seconds. */
const promptMs = 8000

const row = (desk: Page, number: string) => desk.getByRole('row').filter({ hasText: number })

test('an order goes from the board to the customer, and a manager who comes too late is told [board.1] [board.3]', async ({
  page,
  browser,
  store,
}) => {
  await store.db.insert(deliveryAgents).values({ name: 'Salim Khan', contactNumber: newPhone() })
  const meera = await openDesk({ browser, store, name: 'Meera Kulkarni' })
  const ravi = await openDesk({ browser, store, name: 'Ravi Sahu' })
  const { token } = await openLoggedIn(page, '/robots.txt')
  const readOrder = async (): Promise<Order> =>
    (await requestStore<{ result: Order }>(page, token, ['GET', `orders/${orderId}`])).result
  await meera.goto('/desk/board')
  await expect(meera.getByText('No open orders')).toBeVisible()
  await expect(meera.getByText(/^Live/).first()).toBeAttached()

  const { orderId } = await placeOrder(page)
  const { orderID: number } = await readOrder()
  await expect(meera.getByRole('link', { name: number })).toBeVisible({ timeout: promptMs })
  expect(await violationsOf(meera)).toEqual([])

  await ravi.goto(`/desk/orders/${number}`)
  const ravisStart = ravi.getByRole('button', { name: 'Start packing' }).last()
  await expect(ravisStart).toBeVisible()
  expect(await violationsOf(ravi)).toEqual([])
  await meera.getByRole('button', { name: `Start packing ${number}` }).click()
  await expect(row(meera, number)).toContainText('Packing')
  await ravisStart.click()
  await expect(ravi.getByRole('alert')).toContainText(
    /Started packing by Meera Kulkarni, .+ Your change wasn’t saved/,
  )
  await expect(ravi.getByRole('button', { name: 'Mark ready' }).last()).toBeVisible()

  await ravi.goto('/desk/board')
  await expect(row(ravi, number)).toContainText('Packing')
  await expect(ravi.getByText(/^Live/).first()).toBeAttached()
  await meera.getByRole('button', { name: `Mark ready ${number}` }).click()
  await expect(row(ravi, number)).toContainText('Ready', { timeout: promptMs })
  await meera.getByRole('button', { name: `Assign rider ${number}` }).click()
  const dialog = meera.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Salim Khan/ }).check()
  expect(await violationsOf(meera)).toEqual([])
  await dialog.getByRole('button', { name: 'Assign rider' }).click()
  await expect(row(meera, number)).toContainText('With rider')
  expect((await readOrder()).orderStatus).toBe('Shipped')

  await meera.getByRole('link', { name: number, exact: true }).click()
  await meera.getByRole('button', { name: 'Start delivery' }).last().click()
  await expect(meera.getByText('On the way')).toBeVisible()
  expect((await readOrder()).orderStatus).toBe('On the way')

  await meera.getByRole('button', { name: 'Mark delivered' }).last().click()
  await expect(dialog).toContainText('counts as paid')
  await dialog.getByRole('button', { name: /^Mark delivered, ₹/ }).click()
  await expect(meera.getByText('This order needs no next step from you.')).toBeVisible()
  const delivered = await readOrder()
  expect(delivered).toMatchObject({ orderStatus: 'Delivered', paymentStatus: 'paid' })
  await expect(row(ravi, number)).toBeHidden()

  await meera.getByRole('button', { name: 'Back to the board' }).click()
  await expect(meera.getByText('No open orders')).toBeVisible()
  await page.goto(`/order-details?id=${orderId}`)
  await expect(page.getByText('PAID', { exact: true })).toBeVisible()
})

test('an order that is taken on the phone, and its corrected address, show in the customer’s own orders [board.6] [board.7] @proof', async ({
  page,
  browser,
  store,
}) => {
  const phone = newPhone()
  const { user } = await openLoggedIn(page, '/order-listing', phone)
  const street = newStreet()
  const desk = await openDesk({ browser, store, name: 'Sneha Tiwari', role: 'support' })
  await desk.goto('/desk/board')
  await desk.getByRole('link', { name: 'New order' }).click()

  await desk.getByLabel('Mobile number').fill(phone)
  await expect(desk.getByText('No orders yet')).toBeVisible()
  await desk.getByLabel('House, flat or floor').fill('B-4')
  await desk.getByLabel('Street and landmark').fill(street)
  await desk.getByLabel('PIN code').fill('452010')
  await expect(desk.getByText(/^Indore 452010 is delivered from/)).toBeVisible()
  await desk.getByRole('searchbox', { name: 'Find a product' }).fill('kurta')
  await desk.getByRole('button', { name: /^Add / }).first().click()
  await expect(desk.getByRole('button', { name: /^Place order, ₹/ })).toBeVisible()
  expect(await violationsOf(desk)).toEqual([])
  // What was entered survives a reload.
  await desk.reload()
  await expect(desk.getByText('You began this order before. It is as you left it.')).toBeVisible()
  await desk.getByRole('button', { name: /^Place order, ₹/ }).click()
  await expect(desk.getByRole('heading', { name: / is placed$/ })).toBeFocused()
  expect(await violationsOf(desk)).toEqual([])
  await desk.getByRole('link', { name: 'Open order' }).click()
  await expect(desk.getByText('Sneha Tiwari, support')).toBeVisible()

  const [order] = await store.db.select().from(orders).where(eq(orders.userId, user._id))
  await page.goto(`/order-tracking?id=${order?.id ?? ''}`)
  await expect(page.getByText(`B-4, ${street}`).first()).toBeVisible()

  await desk.getByRole('button', { name: 'Correct the address' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('PIN code').fill('452002')
  await dialog.getByLabel('Street and landmark').fill('7 Rajwada Chowk Road')
  await expect(dialog.getByText(/^Indore 452002 is delivered from/)).toBeVisible()
  expect(await violationsOf(desk)).toEqual([])
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(dialog).toBeHidden()
  await expect(desk.getByText(/^Corrected the address: /)).toBeVisible()
  // The open page of the customer hears of it.
  await expect(page.getByText('B-4, 7 Rajwada Chowk Road').first()).toBeVisible()
})
