import type { Page } from '@playwright/test'

import { expect, test } from '#tests/support/pages/storeTest.ts'

/** Without a service worker, so that the test sees every request. */
test.use({ hasWorker: false })

/** The store's own error format: anything else would count as a lost connection. */
const broken = { status: 500, headers: { 'x-api': '1' } }
const products = '**/api/products/**'
const failure = (page: Page) => page.getByRole('heading', { name: 'Unexpected Application Error!' })

/** A card of a list, after tapping it has failed. Reads of products fail until the next tap. */
async function openFailing(page: Page) {
  await page.goto('/collections?category=women-kurtis', { waitUntil: 'networkidle' })
  const card = page.getByRole('main').locator('a[href^="/products/"]').nth(3)
  const name = (await card.textContent()) ?? ''
  await page.route(products, async (route) => {
    // The page also retries by itself, which would remove the button before it is tapped.
    const isTapped = await page.evaluate(() => document.body.dataset.tapped === 'true')
    return isTapped ? route.continue() : route.fulfill(broken)
  })
  await card.click()
  await expect(failure(page)).toBeVisible()
  await page.evaluate(() => {
    const onTap = () => (document.body.dataset.tapped = 'true')
    addEventListener('click', onTap, { capture: true, once: true })
  })
  return { card, name }
}

test('a product that failed to load shows after "Try again" [shell.29] @phone', async ({
  page,
}) => {
  const { name } = await openFailing(page)

  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(failure(page)).toBeHidden()
})

test('a product that failed to load shows when it is opened again [shell.29] @phone @proof', async ({
  page,
}) => {
  const { card, name } = await openFailing(page)

  await page.goBack()
  await card.click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(failure(page)).toBeHidden()
})

test('home opens without a section that failed to load, and with it when opened again [home.1] @phone @proof', async ({
  page,
}) => {
  const offers = page.getByRole('heading', { name: 'Offers for you' })
  const home = page.getByRole('link', { name: 'Home' }).locator('visible=true').first()
  await page.goto('/about-us', { waitUntil: 'networkidle' })
  await page.route('**/api/home-offers*', (route) => route.fulfill(broken))
  const isLost = page.waitForResponse('**/api/home-offers*')
  await home.click()
  await isLost

  for (const part of ['Shop by category', 'Today’s picks', 'Premium brands']) {
    await expect(page.getByRole('heading', { name: part })).toBeVisible()
  }
  await expect(offers).toBeHidden()
  await expect(page.locator('main [aria-busy]')).toHaveCount(0)

  await page.goBack()
  await page.unroute('**/api/home-offers*')
  await home.click()

  await expect(offers).toBeVisible()
  await expect(page.getByText('FIRST600')).toBeVisible()
})
