import type { Page } from '@playwright/test'

import { expect, test } from '#tests/support/pages/storeTest.ts'
import { goToCheckout } from '#tests/support/shopper/loggedIn.ts'
import { ordersOf, violationsOf } from '#tests/support/shopper/shopping.ts'

test.use({ hasWorker: false })

test.describe.configure({ timeout: 180_000 })

async function openWindow(page: Page) {
  await page.getByRole('button', { name: 'Place Order' }).click()
  const window = page.getByRole('dialog', { name: 'Pehno' })
  await expect(window).toBeVisible()
  return window
}

const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight))

const placed = (page: Page) => page.getByText('Your order is placed succesfully!')

test('an order paid by UPI is placed and paid [checkout.1] [checkout.6] [checkout.9] [success.1] @phone', async ({
  page,
  consoleMessages,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('checkout.js')) scripts.push(new URL(page.url()).pathname)
  })
  await goToCheckout(page)
  expect(scripts).toEqual([])
  expect(await violationsOf(page)).toEqual([])

  const window = await openWindow(page)
  expect(await violationsOf(page)).toEqual([])
  await expect(window.getByRole('radio', { name: 'UPI' })).toBeChecked()
  await window.getByRole('button', { name: /^Pay ₹/ }).click()

  await expect(placed(page)).toBeVisible()
  const [order] = await ordersOf(page)
  expect(order).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'UPI' })
  expect(scripts).toEqual(['/checkout'])
  expect(consoleMessages).toEqual([])
})

test('a failed payment is retried in the same window [checkout.6] [checkout.9] @phone', async ({
  page,
}) => {
  await goToCheckout(page)
  const window = await openWindow(page)
  await window.getByRole('radio', { name: 'Card' }).check()
  await window.getByLabel('Card type').selectOption('Debit card')
  await window.getByLabel('How this payment ends').selectOption('Fails')
  await window.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(window.getByRole('alert')).toContainText('didn’t go through')

  await window.getByLabel('How this payment ends').selectOption('Succeeds')
  await window.getByRole('button', { name: /^Pay ₹/ }).click()

  await expect(placed(page)).toBeVisible()
  expect((await ordersOf(page)).map(({ paymentMethod }) => paymentMethod)).toEqual(['Debit card'])
})

test('after closing the payment window the bag is unchanged and the order can be placed again [checkout.6] [checkout.5] @phone', async ({
  page,
}) => {
  await goToCheckout(page)
  await scrollToEnd(page)
  await openWindow(page)
  await page.keyboard.press('Escape')

  await expect(page.getByText('Your payment was cancelled.')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeFocused()
  expect(await ordersOf(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Items (1)' })).toBeVisible()
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  await scrollToEnd(page)
  await page.getByRole('button', { name: 'Place Order' }).click()

  await expect(placed(page)).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await ordersOf(page)).toMatchObject([
    { paymentMethod: 'Cash on delivery', paymentStatus: 'Pending' },
  ])
})

test('a payment whose response was lost is found again [checkout.10] [checkout.6] @phone @proof', async ({
  page,
}) => {
  await goToCheckout(page)
  const window = await openWindow(page)
  await window.getByLabel('How this payment ends').selectOption('lost')
  await window.getByRole('button', { name: /^Pay ₹/ }).click()

  await expect(placed(page)).toBeVisible({ timeout: 20_000 })
  expect(await ordersOf(page)).toHaveLength(1)
})

test('a tab killed during the payment shows the order when it is reopened [checkout.10] @phone @proof', async ({
  page,
}) => {
  await goToCheckout(page)
  const window = await openWindow(page)
  // The page gets no response and cannot ask for one.
  await page.route('**/api/orders/**', (route) => route.abort())
  await window.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page.getByRole('heading', { name: 'We are checking your payment' })).toBeVisible()
  await page.unroute('**/api/orders/**')
  await page.reload()

  await expect(placed(page)).toBeVisible({ timeout: 20_000 })
  expect(await ordersOf(page)).toHaveLength(1)
})

test('Try and Buy can be chosen in the bag, and is paid online only [bag.7] [checkout.1] @phone', async ({
  page,
}) => {
  await goToCheckout(page, ({ brand, size, stock }) => {
    return brand.is_try_and_buy_visible && (stock[size[1] ?? ''] ?? 0) > 0
  })
  await page.getByRole('link', { name: 'Change address or items' }).click()
  await page.getByRole('radio', { name: 'Try & Buy' }).check()
  await expect(page.getByRole('group', { name: 'Also try' })).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()

  await expect(page.getByRole('radio', { name: 'Online Payment' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toHaveCount(0)
  await expect(page.getByText('Trial Charges')).toBeVisible()
  const window = await openWindow(page)
  await window.getByRole('radio', { name: 'Net banking' }).check()
  await window.getByRole('button', { name: /^Pay ₹/ }).click()

  await expect(placed(page)).toBeVisible()
  expect(await ordersOf(page)).toMatchObject([
    { orderType: 'Try and Buy', paymentMethod: 'Net banking', paymentStatus: 'paid' },
  ])
})
