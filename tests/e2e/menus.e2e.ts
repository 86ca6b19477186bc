import type { Page } from '@playwright/test'

import { expect, test } from '#tests/support/storeTest.ts'

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  const broughtOf = (page: Page, part: string) =>
    page.evaluate(
      (start) =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes(start)).length,
      `/assets/${part}-`,
    )

  test('the menus are there before the first tap on one [shell.8] [shell.20]', async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' })

    await expect.poll(() => broughtOf(page, 'panels')).toBeGreaterThan(0)
  })

  test('who saves data gets the menus with the first tap [shell.8] [shell.20]', async ({
    page,
  }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect.poll(() => broughtOf(page, 'late')).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    expect(await broughtOf(page, 'panels')).toBe(0)

    await page.getByRole('button', { name: 'Brands' }).locator('visible=true').click()

    await expect.poll(() => broughtOf(page, 'panels')).toBeGreaterThan(0)
  })
})
