import { expect, type Locator, type Page } from '@playwright/test'

import {
  chooseAddress,
  connectionLossShopper,
} from '#tests/support/faults/connectionLossShopper.ts'
import { requestStore } from '#tests/support/shopper/loggedIn.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'
import { untilControlled, untilFullyCached } from './storeTest.ts'

export type Screen = {
  path: string
  /** The content that a shopper opened the screen for. */
  shows: (page: Page) => Locator
  /** How the screen says that its data may be out of date, and the path of the read that it is about. */
  age?: RegExp
  read?: RegExp
  /** Whether its data is stored on the device and shows before the server's response. */
  isOnDevice?: boolean
}

/**
 * A customer who has opened each screen once on a good connection, and what each of them showed.
 */
export async function openAllScreens(page: Page): Promise<Screen[]> {
  const shopper = await connectionLossShopper(page, 2)
  const { userId, token, products } = shopper
  const [opened, stored] = products
  if (!opened || !stored) throw new Error('The demo store is sold out')
  await page.goto('/', { waitUntil: 'load' })
  const { orderId } = await placeOrder(page)
  const line = { userId, productId: opened._id, size: opened.size[0] }
  await requestStore(page, token, ['POST', 'cart/add', line])
  await requestStore(page, token, ['POST', 'wishlist/add', { userId, productId: stored._id }])
  await chooseAddress(page, shopper)
  await untilControlled(page)
  await untilFullyCached(page)

  const main = (on: Page) => on.getByRole('main')
  const title = (name: string | RegExp) => (on: Page) =>
    main(on).getByRole('heading', { level: 1, name })
  const prices = /^Prices from .* ago\./
  const saved = /^Saved on this device .* ago\./
  const list = /\/api\/products\/list$/
  const cartRead = /\/api\/cart\/view\//
  const orders = /\/api\/orders\/view$/
  const screens: Screen[] = [
    { path: '/', shows: (on) => main(on).getByRole('heading', { name: 'Shop by category' }) },
    {
      path: '/collections',
      shows: (on) => main(on).locator('a[href^="/products/"]').first(),
      age: prices,
      read: list,
    },
    { path: '/search?q=kurta', shows: title(/^\d+ items for “kurta”/), age: prices, read: list },
    {
      path: `/products/${opened._id}`,
      shows: title(opened.name),
      age: prices,
      read: new RegExp(`/api/products/${opened._id}$`),
    },
    {
      path: '/cart',
      shows: (on) => main(on).getByText(opened.name).first(),
      age: prices,
      read: cartRead,
      isOnDevice: true,
    },
    {
      path: '/checkout',
      shows: (on) => main(on).getByRole('radio', { name: 'Cash on Delivery' }),
      age: prices,
      read: cartRead,
      isOnDevice: true,
    },
    {
      path: '/wishlist',
      shows: (on) => main(on).getByText(stored.name).first(),
      age: prices,
      read: /\/api\/wishlist\/view$/,
      isOnDevice: true,
    },
    { path: '/myaccount', shows: (on) => main(on).getByText('Hi, Meera') },
    { path: '/myaccount/profile', shows: (on) => main(on).getByLabel('First Name') },
    {
      path: '/myaccount/addresses',
      shows: (on) => main(on).getByText('Indore, Madhya Pradesh, 452010').first(),
      age: saved,
      read: /\/api\/address$/,
      isOnDevice: true,
    },
    {
      path: '/order-listing',
      shows: (on) => main(on).getByRole('link', { name: /View Details/ }),
      age: saved,
      read: orders,
      isOnDevice: true,
    },
    {
      path: `/order-details?id=${orderId}`,
      shows: title('Order details'),
      age: saved,
      read: new RegExp(`/api/orders/${orderId}$`),
      isOnDevice: true,
    },
    {
      path: `/order-tracking?id=${orderId}`,
      shows: (on) => main(on).getByText('This order is completed.'),
      age: saved,
      read: orders,
      isOnDevice: true,
    },
    { path: `/refund/${orderId}`, shows: title(`Refund Details of order ${orderId}`) },
    { path: '/about-us', shows: title('About us') },
    { path: '/contact-us', shows: title('Contact us') },
    { path: '/customer-support', shows: title('Customer Support') },
    { path: '/frequently-asked-questions', shows: title('Frequently asked questions') },
    { path: '/policies/returns', shows: title('returns') },
    { path: '/terms-and-conditions', shows: title('Terms and conditions') },
    { path: '/privacy-policy', shows: title('Privacy policy') },
    { path: '/refund-policy', shows: title('Refund policy') },
  ]
  for (const { path, shows } of screens) {
    await page.goto(path, { waitUntil: 'load' })
    // In the demo store an order is on the way for a few seconds only.
    await expect(shows(page), path).toBeVisible({ timeout: 30_000 })
    await expect(page.locator('main [aria-busy]'), path).toHaveCount(0)
  }
  await page.goto('/collections', { waitUntil: 'load' })
  const onlyInList = main(page).locator('a[href^="/products/"]').nth(4)
  const unopened = (await onlyInList.getAttribute('href')) ?? ''
  screens.push({
    path: unopened,
    shows: (on) => main(on).getByRole('heading', { level: 1 }),
    age: prices,
    read: new RegExp(`/api${unopened}$`),
  })
  return screens
}
