import type { Browser, Page } from '@playwright/test'

import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'
import { maxInvisibleShift, shiftOf, watchShifts } from '#tests/support/pages/shifts.ts'
import { addToCart, onShow } from '#tests/support/shopper/shopping.ts'
import { expect, neverAskForLocation, test } from '#tests/support/pages/storeTest.ts'

/**
 * Stops the clock of the page and of the server's responses: the page corrects its clock by the server's,
 * so a device's clock alone shows night only to a test that runs at night.
 */
async function stopClockAt(page: Page, at: Date): Promise<void> {
  await page.clock.setFixedTime(at)
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), date: at.toUTCString() }
    await route.fulfill({ response, headers })
  })
}

test.use({ hasWorker: false })

test('addresses that load late cause no layout shift [addr.1] @fonts @proof', async ({
  page,
  browser,
}) => {
  await withAddress(page)
  const { other, respond } = await delayAddresses(page, browser)
  await other.goto('/myaccount/addresses')
  await expect(other.getByText('Loading addresses...')).toBeVisible()

  respond()
  await expect(other.getByText('12 Palm Residency').locator('visible=true').first()).toBeVisible()

  expect(await shiftOf(other)).toBeLessThan(maxInvisibleShift)
  await closeContext(other)
})

test('an address and delivery options that load after the bag cause no layout shift [bag.7] [bag.9] @fonts @proof', async ({
  page,
  browser,
}) => {
  await openWithCart(page)
  const { other, respond } = await delayAddresses(page, browser)
  await other.goto('/cart')
  await expect(other.getByRole('heading', { name: 'Items (1)' })).toBeVisible()

  respond()
  await expect(other.getByRole('radio', { name: 'Try & Buy' })).toBeAttached()
  await expect(other.getByText(/^HOME, 12 Palm Residency/).last()).toBeAttached()

  expect(await shiftOf(other)).toBeLessThan(maxInvisibleShift)
  await closeContext(other)
})

test('at night an address that loads late causes no layout shift at the checkout [checkout.2] [shell.25] @phone @fonts', async ({
  page,
  browser,
}) => {
  await openWithCart(page)
  const atNight = new Date('2026-11-20T22:30:00+05:30')
  const { other, respond } = await delayAddresses(page, browser, atNight)
  await other.goto('/checkout')
  await expect(other.getByRole('heading', { name: 'Loading...' })).toBeVisible()

  respond()
  await expect(other.getByText(/^HOME, 12 Palm Residency/).last()).toBeAttached()
  await expect(other.getByText(/^Sleeping mode: ON/)).toBeVisible()

  expect(await shiftOf(other)).toBeLessThan(maxInvisibleShift)
  await closeContext(other)
})

/** Logs in a new customer with an address in Indore and a delivered order. */
async function withAddress(page: Page): Promise<void> {
  await openLoggedIn(page, '/myaccount')
  await expect(page.getByRole('heading', { name: 'My Account', exact: true })).toBeVisible()
  await placeOrder(page)
}

/** Adds an item with Try & Buy to the bag and goes to the payment. */
async function openWithCart(page: Page): Promise<void> {
  await withAddress(page)
  const product = (await onShow(page, 20)).find(({ brand }) => brand.is_try_and_buy_visible)
  if (!product) throw new Error('The demo store is sold out')
  await addToCart(page, product)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
}

/** A response on its way would fail while the context closes. */
async function closeContext(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
  await page.context().close()
}

/** The same customer on a new device, at `time` if given; addresses load when the test says so. */
async function delayAddresses(page: Page, browser: Browser, time?: Date) {
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  await neverAskForLocation(context)
  const other = await context.newPage()
  if (time) await stopClockAt(other, time)
  let respond = () => {}
  const isReleased = new Promise<void>((resolve) => (respond = resolve))
  await other.route('**/api/address', (route) => isReleased.then(() => route.fallback()))
  await watchShifts(other)
  return { other, respond }
}
