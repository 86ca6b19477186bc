import type { Page } from '@playwright/test'

import { arrivalText } from '#contract/delivery/deliveryPromise.ts'
import { clockTime, dateTimeText } from '#contract/values/indianTime.ts'
import type { Order } from '#contract/orders/order.ts'
import { orderPath } from '#contract/pages/paths.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'
import { goToCheckout } from '#tests/support/shopper/loggedIn.ts'

const minuteMs = 60_000
const accepted = { orderStatus: 'Accepted' } as const

test.use({ hasWorker: false, timezoneId: 'America/New_York' })
test.describe.configure({ timeout: 180_000 })

/** The only order of the logged-in customer, as the server returns it. */
async function readOrder(page: Page): Promise<Order> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { Authorization: `Bearer ${token}` }
  const response = await page.request.get('/api/orders/view', { headers })
  const { result } = (await response.json()) as { result: { data: [Order] } }
  return result.data[0]
}

test('a device in New York, with a clock that is 5 h 17 min ahead, sees one promise in Indian time from the checkout to the invoice [checkout.5] [success.1] [track.1] [order.6] [order.9] @phone', async ({
  page,
}) => {
  await page.clock.setSystemTime(Date.now() + 317 * minuteMs)
  await goToCheckout(page)
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  const promise = page.getByText(/^Arrives /)
  // The responses of the bag have corrected the clock.
  const shown = await promise.textContent()
  expect(shown).toMatch(/^Arrives (today |tomorrow )?by \d+:\d\d [ap]m IST$/)

  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Your order is placed succesfully!')).toBeVisible()
  const order = await readOrder(page)
  const promisedBy = new Date(order.promisedBy ?? 0)

  await test.step('the order has the promise of the checkout', () => {
    expect(`Arrives ${arrivalText(promisedBy, new Date(order.createdAt))} IST`).toBe(shown)
    expect(promisedBy.getTime()).toBeGreaterThan(Date.now())
  })
  // The demo courier is too quick to be watched.
  await page.route('**/api/orders/view', (route) =>
    route.fulfill({
      json: { success: true, result: { data: [{ ...order, ...accepted }] } },
      headers: { 'x-api': '1' },
    }),
  )
  await test.step('success and tracking repeat it to the minute', async () => {
    await expect(promise).toContainText(`by ${clockTime(promisedBy)} IST`)
    await expect(page).toHaveURL(/\/order-tracking\?id=/)
    await expect(promise).toContainText(`by ${clockTime(promisedBy)} IST`)
    const placedAt = dateTimeText(new Date(order.createdAt))
    await expect(page.getByText(`${placedAt} IST`).first()).toBeVisible()
  })
  await test.step('the invoice repeats it, with its date in India', async () => {
    await page.goto(orderPath(order._id))
    await page.getByRole('button', { name: 'View invoice' }).click()
    const paper = page.getByRole('dialog', { name: 'Tax invoice' })
    await expect(paper).toContainText(`Delivery promised by${dateTimeText(promisedBy)} IST`)
    await expect(paper).toContainText(/Invoice date\d\d \w{3} \d{4}, \d\d:\d\d [AP]M IST/)
  })
})
