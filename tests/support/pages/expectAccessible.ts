import { expect, type Page } from '@playwright/test'

import { findViolations } from './findViolations.ts'

/** The rules whose result depends on colours. All others find the same in light and dark. */
const aboutColours = ['color-contrast', 'link-in-text-block']

/**
 * Expects that axe finds no fault on a page of the desk, in light and in dark. The page is left in light.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  await changeScheme(page, 'dark')
  expect(await findViolations(page, { runOnly: { type: 'rule', values: aboutColours } })).toEqual(
    [],
  )
  await changeScheme(page, 'light')
}

/** The desk changes its colours by CSS, and those of the library a moment later by an attribute. */
async function changeScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}
