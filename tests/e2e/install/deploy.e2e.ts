import type { Locator, Page } from '@playwright/test'

import { paths } from '#contract/pages/paths.ts'
import { deployedStore } from '#tests/support/server/deployedStore.ts'
import { newPhone, onShow, signUp, violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test, untilControlled, untilFullyCached } from '#tests/support/pages/storeTest.ts'

const none = /nothing is missing/
const offer = 'A new version of the store is ready.'

test.use({ seesWorker: false })

const checkForNewVersion = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .join(' '),
  )

test('a new version is announced and activated on the same page when the shopper taps Update [pwa.8]', async ({
  page,
  baseURL,
}) => {
  const store = await deployedStore(baseURL!, none)
  await page.goto(`${store.origin}/collections?category=women-sarees`)
  await untilControlled(page)
  const cartLink = page.getByRole('link', { name: /^Bag/ }).locator('visible=true').first()
  await cartLink.click()
  await expect(page.getByText('You have no items in cart')).toBeVisible()
  await page.goBack()
  store.deploy()

  await checkForNewVersion(page)
  await expect(page.getByText(offer)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await cartLink.click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByText(offer)).toBeHidden()
  await page.goBack()
  expect(await scriptsOf(page)).toContain('before.js')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update' }).click()
  await reloaded

  await expect(page).toHaveURL(/category=women-sarees/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sarees' })).toBeVisible()
  await expect(page.getByText(offer)).toBeHidden()
  expect(await scriptsOf(page)).not.toContain('before.js')
  store.stop()
})

test('a page open during a deploy loads chunks that it has not downloaded yet [pwa.8]', async ({
  page,
  baseURL,
}) => {
  const store = await deployedStore(baseURL!, /InformationPages/)
  await page.goto(store.origin)
  await untilControlled(page)
  store.deploy()

  await page.getByRole('link', { name: 'About us' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us', { timeout: 40_000 })
  expect(new URL(page.url()).pathname).toBe('/about-us')
  store.stop()
})

test('opens every page offline right after a deploy and one visit [pwa.2] [pwa.8] @old-chromium', async ({
  page,
  context,
  baseURL,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  const store = await deployedStore(baseURL!, none)
  const productPath = `/products/${product._id}`
  await page.goto(`${store.origin}/#login`)
  await signUp(page, newPhone())
  await untilControlled(page)
  await untilFullyCached(page)
  const add = page.getByRole('button', { name: 'Add to bag' }).locator('visible=true')
  const noOrders = (opened: Page) => opened.getByRole('main').getByText('No previous orders found')
  for (const path of [paths.home, paths.collections, paths.wishlist, paths.orders, productPath]) {
    await page.goto(store.origin + path, { waitUntil: 'load' })
    await expect(page.locator('main')).not.toBeEmpty()
    // What is on its way when the shopper leaves is not stored.
    if (path === paths.orders) await expect(noOrders(page)).toBeVisible()
  }
  const heart = page.getByRole('button', { name: `Add ${product.name} to wishlist` }).first()
  await heart.click()
  await page.getByRole('radio', { name: product.size[0] ?? '', exact: true }).check()
  await add.click()
  await expect(page.getByRole('link', { name: 'Bag, 1 item' }).first()).toBeAttached()

  store.deploy()
  await page.goto(store.origin, { waitUntil: 'load' })
  await expect(page.getByText(offer)).toBeVisible()
  store.stop()
  await page.close()
  const reopened = await context.newPage()
  // The waiting worker activates a moment after the last page of the old version was closed.
  await expect(async () => {
    await reopened.goto(store.origin)
    // The program loads a moment after the first paint.
    await expect.poll(() => scriptsOf(reopened)).toMatch(/main-[^/]*\.js/)
    const scripts = await scriptsOf(reopened)
    // Until the next attempt no page of the store is open, so that the waiting worker can activate.
    await reopened.goto('about:blank')
    expect(scripts).not.toContain('before.js')
  }).toPass()
  await reopened.goto(store.origin)

  const main = reopened.getByRole('main')
  const seen: [path: string, shows: Locator][] = [
    [paths.home, main.getByRole('link').first()],
    [paths.collections, main.locator('a[href^="/products/"]').first()],
    [productPath, main.getByRole('heading', { level: 1, name: product.name })],
    [paths.cart, main.getByText(product.name).first()],
    [paths.wishlist, main.getByText(product.name).first()],
    [paths.orders, noOrders(reopened)],
  ]
  for (const [path, shows] of seen) {
    await reopened.goto(store.origin + path)
    if (path === paths.home) {
      await reopened.getByRole('button', { name: 'Continue with saved pages' }).click()
    }
    await expect(shows, path).toBeVisible()
    expect(await scriptsOf(reopened), path).not.toContain('before.js')
  }
})

test.describe('without a service worker', () => {
  test.use({ hasWorker: false })
  const aboutUs = (page: Page) => page.getByRole('heading', { level: 1, name: 'About us' })
  const failure = (page: Page) => page.getByRole('heading', { name: 'This page didn’t load' })

  const notSaved = (page: Page) => page.getByRole('heading', { name: 'This page isn’t saved yet' })

  function countLoads(page: Page) {
    let loads = 0
    page.on('load', () => (loads += 1))
    return () => loads
  }

  test('a page open during a deploy keeps working [pwa.8]', async ({ page, baseURL }) => {
    const store = await deployedStore(baseURL!, /InformationPages/)
    await page.goto(store.origin, { waitUntil: 'networkidle' })
    store.deploy()

    await page.getByRole('link', { name: 'About us' }).click()

    await expect(aboutUs(page)).toBeVisible()
    store.stop()
  })

  test('a page keeps working even if the deploy removed the recovery chunk [pwa.8] @proof', async ({
    page,
    baseURL,
  }) => {
    const store = await deployedStore(baseURL!, /InformationPages|late-/)
    await page.goto(store.origin, { waitUntil: 'networkidle' })
    store.deploy()
    const loads = countLoads(page)

    await page.getByRole('link', { name: 'About us' }).click()

    await expect(aboutUs(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(loads()).toBe(1)
    store.stop()
  })

  test('a page whose chunk stays missing is reloaded once and then shows an error [pwa.8] [shell.29]', async ({
    page,
    baseURL,
  }) => {
    const store = await deployedStore(baseURL!, /InformationPages|late-/)
    await page.goto(store.origin, { waitUntil: 'networkidle' })
    const loads = countLoads(page)

    await page.getByRole('link', { name: 'About us' }).click()

    await expect(failure(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(failure(page)).toBeVisible()
    expect(loads()).toBe(1)
    store.stop()
  })

  test('a page that could not be reloaded during an outage recovers after it [pwa.8] [shell.29]', async ({
    page,
    baseURL,
  }) => {
    const store = await deployedStore(baseURL!, /InformationPages/)
    // Without the code that asks whether the store is there, the page is reloaded without asking.
    const withRecovery = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('/assets/deferred-'),
    )
    await page.goto(store.origin, { waitUntil: 'networkidle' })
    // With the files that it imports, which are gone after the deploy too.
    await page.evaluate((url) => import(url), (await withRecovery).url())
    store.deploy()
    await page.route('**/healthz*', (route) => route.abort())
    const loads = countLoads(page)

    await page.getByRole('link', { name: 'About us' }).click()
    await expect(failure(page).or(notSaved(page))).toBeVisible()
    await page.unroute('**/healthz*')

    await expect(aboutUs(page)).toBeVisible()
    // The text comes with the document, before the page has loaded.
    await page.waitForLoadState('networkidle')
    expect(loads()).toBe(1)
    store.stop()
  })
})
