import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('Back closes the login, and the next Back leaves the page [shell.19] @phone', async ({
  page,
}) => {
  await page.goto('/about-us', { waitUntil: 'networkidle' })
  await page.goto('/cart#login')
  const login = dialogOf(page, 'Login or Signup')
  await expect(login).toBeVisible()
  await isOverlayOpen(page)

  await page.goBack()
  await expect(login).toBeHidden()
  await expect(page).toHaveURL('/cart')
  await page.goBack()

  await expect(page).toHaveURL('/about-us')
})

test('Back closes the filters, and the list stays where it was [list.2] [shell.24] @phone', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator('main a[href^="/collections"]').first().click()
  await page.getByRole('article').nth(12).scrollIntoViewIfNeeded()
  const filters = dialogOf(page, 'Filters')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(filters.getByRole('button', { name: 'M', exact: true })).toBeVisible()
  await isOverlayOpen(page)
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(800)

  await page.goBack()
  await expect(filters).toBeHidden()
  await expect(page).toHaveURL(/collections/)
  expect(await page.evaluate(() => scrollY)).toBe(place)
  await page.goBack()

  await expect(page).toHaveURL('/')
})

test('applied filters are one history entry [list.2] @phone @proof', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator('main a[href^="/collections"]').first().click()
  await expect(page).toHaveURL(/collections/)
  const list = page.url()
  const filters = dialogOf(page, 'Filters')
  await page.getByRole('button', { name: 'Filter' }).click()
  await filters.getByRole('checkbox', { name: 'In stock' }).check()
  await filters.getByRole('button', { name: /^Show \d+ items?$/ }).click()
  await expect(page).toHaveURL(/inStock=true/)
  await expect(filters).toBeHidden()

  await page.goBack()
  await expect(page).toHaveURL(list)
  await page.goBack()

  await expect(page).toHaveURL('/')
})

test('Back closes the photos and the size chart of a product [product.1] [product.2] @phone @proof', async ({
  page,
}) => {
  const response = await page.request.get('/api/products/list?limit=1&category=women-kurtis')
  const { result } = (await response.json()) as { result: { data: { _id: string }[] } }
  const path = `/products/${result.data[0]?._id}`
  await page.goto('/about-us', { waitUntil: 'networkidle' })
  await page.goto(path, { waitUntil: 'networkidle' })
  const dialog = page.getByRole('dialog')

  for (const opener of [/photo 1 of/, 'Size chart']) {
    await page.getByRole('button', { name: opener }).click()
    await expect(dialog).toBeVisible()
    await isOverlayOpen(page)
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(path)
  }
  await page.getByRole('button', { name: 'Size chart' }).click()
  await isOverlayOpen(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(() => layersOf(page)).toBe(0)
  await page.goBack()

  await expect(page).toHaveURL('/about-us')
})

test('Back closes a menu, and a link in it is one step from the previous page [shell.20] @phone', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Search' }).click()
  await page.goBack()
  const tabs = page.getByRole('navigation', { name: 'Store' })
  const menu = page.getByRole('region', { name: 'Brands' })
  await tabs.getByRole('button', { name: 'Brands' }).click()
  await expect(menu.getByRole('link', { name: 'Kori' })).toBeVisible()
  await isOverlayOpen(page)

  await page.goBack()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/')

  await tabs.getByRole('button', { name: 'Brands' }).click()
  await isOverlayOpen(page)
  const before = await page.evaluate(() => history.length)
  await menu.getByRole('link', { name: 'Kori' }).click()
  await expect(page).toHaveURL(/brands=kori/)
  expect(await page.evaluate(() => history.length)).toBe(before)
  await page.goBack()

  await expect(page).toHaveURL('/')
  await expect(menu).toBeHidden()
})

/** From home through a list to its filters; returns the list's URL. */
async function openFilters(page: Page): Promise<string> {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator('main a[href^="/collections"]').first().click()
  await page.getByRole('button', { name: 'Filter' }).click()
  const size = dialogOf(page, 'Filters').getByRole('button', { name: 'M', exact: true })
  await expect(size).toBeVisible()
  await isOverlayOpen(page)
  return page.url()
}

test('the login opens by its URL while another dialog closes [shell.4] @phone @proof', async ({
  page,
}) => {
  const list = await openFilters(page)
  const filters = dialogOf(page, 'Filters')

  await page.evaluate(() => {
    history.go = (steps) => {
      Reflect.deleteProperty(history, 'go')
      history.go(steps)
      location.hash = 'login'
    }
  })
  await filters.getByRole('button', { name: 'Close' }).click()
  const login = dialogOf(page, 'Login or Signup')
  await expect(login).toBeVisible()
  await expect(filters).toBeHidden()
  await isOverlayOpen(page)

  await page.goBack()
  await expect(login).toBeHidden()
  await expect(page).toHaveURL(list)
})

test.describe('with the service worker', () => {
  test.use({ hasWorker: true })

  test('a closing dialog does not block navigation to another document [login.5] @phone', async ({
    page,
  }) => {
    const list = await openFilters(page)
    const filters = dialogOf(page, 'Filters')

    // It would appear once the dialog had time to close.
    await page.context().route('**/about-us', async (route) => {
      await pause(200)
      await route.continue()
    })
    await filters.getByRole('button', { name: 'Close' }).evaluate((close: HTMLElement) => {
      close.click()
      location.assign('/about-us')
    })
    await expect(page.getByRole('heading', { name: 'About Us', level: 1 })).toBeVisible()

    await page.goBack()
    await expect(page).toHaveURL(list)
    await expect.poll(() => layersOf(page)).toBe(0)
    await page.goBack()

    await expect(page).toHaveURL('/')
  })
})

test('a page reloaded under a dialog takes one Back to leave [shell.19] @phone @proof', async ({
  page,
}) => {
  await page.goto('/about-us', { waitUntil: 'networkidle' })
  await page.goto('/cart#login')
  await expect(dialogOf(page, 'Login or Signup')).toBeVisible()
  await isOverlayOpen(page)

  await page.reload()
  await expect.poll(() => layersOf(page)).toBe(0)
  await page.goBack()

  await expect(page).toHaveURL('/about-us')
})

const layersOf = (page: Page) =>
  page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0)

/** The dialog has its entry in the history. */
const isOverlayOpen = (page: Page) => expect.poll(() => layersOf(page)).toBe(1)
