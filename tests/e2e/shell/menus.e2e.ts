import type { Page } from '@playwright/test'

import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

const transferredBytesOf = (page: Page, part: string) =>
  page.evaluate(
    (start) =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes(start)).length,
    `/assets/${part}`,
  )

test('the menus are loaded before the first tap on one [shell.8] [shell.20] @phone', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect.poll(() => transferredBytesOf(page, 'deferred')).toBeGreaterThan(0)
  const before = await transferredBytesOf(page, '')

  await page.getByRole('button', { name: 'Brands' }).locator('visible=true').click()

  const menu = page.getByRole('region', { name: 'Brands' })
  await expect(menu.getByRole('link', { name: 'Saanjh' })).toBeVisible()
  expect(await transferredBytesOf(page, '')).toBe(before)
})

test('the menu has all categories on a page that shows none [shell.20] @phone', async ({
  page,
}) => {
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await page.mouse.move(200, 400)
  // By then the page has requested what the first touch loads.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  await page.getByRole('button', { name: 'Collection' }).locator('visible=true').click()

  const menu = page.getByRole('region', { name: 'Collection' })
  await menu.getByText('Sarees', { exact: true }).click()

  await expect(menu.locator('a[href*="subcategory="]').locator('visible=true')).not.toHaveCount(0)
})
