import type { Page } from '@playwright/test'

import type { Order } from '#contract/order.ts'
import { deliveryAgents } from '#server/database/schema/orders.ts'
import { openDesk, test } from '#tests/support/desk/deskStoreTest.ts'
import { expect } from '#tests/support/pages/storeTest.ts'
import { openLoggedIn, requestStore } from '#tests/support/shopper/loggedIn.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'
import { newPhone, violationsOf } from '#tests/support/shopper/shopping.ts'

test.use({ hasWorker: false })

/** What a change may take from one person's screen to another's. */
const promptMs = 2000

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
