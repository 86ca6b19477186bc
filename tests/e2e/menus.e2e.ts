import type { Page } from '@playwright/test'

import { expect, test } from '#tests/support/storeTest.ts'

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  const broughtOf = (page: Page, part: string) =>
    page.evaluate(
      (start) =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes(start)).length,
      `/assets/${part}`,
    )

  test('the menus are there before the first tap on one [shell.8] [shell.20] @phone', async ({
    page,
  }) => {
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect.poll(() => broughtOf(page, 'late')).toBeGreaterThan(0)
    const before = await broughtOf(page, '')

    await page.getByRole('button', { name: 'Brands' }).locator('visible=true').click()

    const menu = page.getByRole('region', { name: 'Brands' })
    await expect(menu.getByRole('link', { name: 'Saanjh' })).toBeVisible()
    expect(await broughtOf(page, '')).toBe(before)
  })
})
