import { eq } from 'drizzle-orm'

import { orders } from '#server/database/schema/orders.ts'
import { openDesk, test } from '#tests/support/desk/deskStoreTest.ts'
import { expect } from '#tests/support/pages/storeTest.ts'
import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { newPhone, newStreet, violationsOf } from '#tests/support/shopper/shopping.ts'

test.use({ hasWorker: false })

test('an order that is taken on the phone, and its corrected address, show in the customer’s own orders [board.6] [board.7]', async ({
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
