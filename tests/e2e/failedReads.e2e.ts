import type { Page } from '@playwright/test'

import { expect, test } from '#tests/support/storeTest.ts'

/** Every request is to be seen: no worker takes one over. */
test.use({ serviceWorkers: 'block' })

const products = '**/api/products/**'
const failure = (page: Page) => page.getByRole('heading', { name: 'Unexpected Application Error!' })

/** A card of a list, after a tap on it has led to a failure. */
async function openFailing(page: Page) {
  await page.goto('/collections?category=women-kurtis', { waitUntil: 'networkidle' })
  const card = page.getByRole('main').locator('a[href^="/products/"]').nth(3)
  const name = (await card.textContent()) ?? ''
  await page.route(products, (route) => route.fulfill({ status: 500 }))
  await card.click()
  await expect(failure(page)).toBeVisible()
  await page.unroute(products)
  return { card, name }
}

test('a product that failed shows by "Try again" [shell.29] @phone', async ({ page }) => {
  const { name } = await openFailing(page)

  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(failure(page)).toBeHidden()
})

test('a product that failed shows where it is opened again [shell.29] @phone', async ({ page }) => {
  const { card, name } = await openFailing(page)

  await page.goBack()
  await card.click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(failure(page)).toBeHidden()
})
