import type { Page } from '@playwright/test'

import { onShow } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'
import { untilToast } from '#tests/support/pages/toasts.ts'

const hint =
  'Your browser isn’t saving data for this store. If you leave this page, you may lose your bag and be logged out.'

/** Adds an item to the bag on its product page. */
async function addProductToCart(page: Page): Promise<void> {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await page.goto(`/products/${product._id}`)
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  await untilToast(page, hint)
  // Without storage the store asks for the location on each page, sooner or later.
  await page.addLocatorHandler(page.getByRole('dialog'), () => page.keyboard.press('Escape'))
  await page.getByRole('radio', { name: product.size[0] ?? '', exact: true }).check()
  await page.getByRole('button', { name: 'Add to bag' }).locator('visible=true').click()
  await page.getByRole('link', { name: 'Bag, 1 item' }).locator('visible=true').first().click()
  await expect(page.getByRole('heading', { name: 'Items (1)' })).toBeVisible()
  await expect(page.getByRole('main').getByText(product.name).first()).toBeVisible()
}

test('a browser that blocks all site data shows the store and keeps the bag on the page, with one hint [wish.4] [bag.13] @phone', async ({
  page,
  consoleMessages,
}) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'caches'])
      Object.defineProperty(globalThis, name, { get: deny, configurable: true })
    IDBFactory.prototype.open = deny
    ServiceWorkerContainer.prototype.register = async () => deny()
    Object.assign(globalThis, {
      BroadcastChannel: class {
        constructor() {
          deny()
        }
      },
    })
  })

  for (const path of ['/', '/collections', '/cart', '/search?q=kurta']) {
    await page.goto(path)
    await expect(page.getByRole('main')).not.toBeEmpty()
    await untilToast(page, hint)
  }
  await addProductToCart(page)

  expect(consoleMessages).toEqual([])
})

test('a browser whose IndexedDB never responds shows the store, with one hint [wish.4] [bag.13] @phone @proof', async ({
  page,
  consoleMessages,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })

  await addProductToCart(page)
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()

  expect(await page.evaluate(() => [...shownToasts])).not.toContain(hint)
  expect(consoleMessages).toEqual([])
})
