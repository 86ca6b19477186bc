import type { Page } from '@playwright/test'

import { findViolations } from '#tests/support/pages/findViolations.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' }).locator('visible=true')
/** The suggested products; above them are searches and brands. */
const options = (page: Page) =>
  page.getByRole('option').filter({ hasText: '₹' }).locator('visible=true')

test('typing suggests up to four products; a click opens one [shell.7]', async ({
  page,
  consoleMessages,
}) => {
  await page.goto('/search', { waitUntil: 'networkidle' })
  await field(page).fill('anark')
  await expect(options(page)).toHaveCount(4)
  const name = (await options(page).first().locator('mark').first().textContent()) ?? ''
  expect(name.toLowerCase()).toBe('anark')

  await options(page).first().click()

  await expect(page).toHaveURL(/\/products\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/anarkali/i)
  expect(consoleMessages).toEqual([])
})

test('the keyboard alone finds a product [shell.7] [a11y.1]', async ({ page }) => {
  await page.goto('/search', { waitUntil: 'networkidle' })
  await field(page).focus()
  await page.keyboard.type('juttis')
  await expect(options(page).first()).toBeVisible()

  // Above the products is the category.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/products\//)
})

test('Enter shows all results, with filters and sort order [search.1] @phone', async ({ page }) => {
  await page.goto('/search', { waitUntil: 'networkidle' })
  await field(page).fill('juttis')
  await field(page).press('Enter')

  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d+ items for “juttis”/)
  const sort = page.getByRole('combobox', { name: 'Sort' }).locator('visible=true')
  await sort.selectOption('Price Low to High')

  await expect(page).toHaveURL(/q=juttis.*sort=asc/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a search with a typo finds products [search.1] @phone @proof', async ({ page }) => {
  await page.goto('/search?q=anarkli')

  await expect(page.getByRole('article').first()).toContainText(/anarkali/i)
})

test('an empty search requests nothing [search.1] @phone @proof', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/search', { waitUntil: 'networkidle' })

  await field(page).fill('   ')
  await field(page).press('Enter')

  // Until the scripts have loaded, the browser submits the form itself, to the same page.
  await expect(page).toHaveURL(/\/search(\?q=\++)?$/)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search')
  expect(requests.filter((path) => /products\/(list|elastic-search)/.test(path))).toEqual([])
})

test('recent searches are stored on the device [search.1] @phone @proof', async ({ page }) => {
  await page.goto('/search', { waitUntil: 'networkidle' })
  await field(page).fill('linen shirt')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/q=linen/)

  await page.goto('/search', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'linen shirt' }).click()
  await expect(page).toHaveURL(/q=linen/)
  await page.goto('/search', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Clear' }).click()

  await expect(page.getByText('Recent searches')).toBeHidden()
})

// On a desktop the field is in the header.
test('on a phone the search field has the focus [search.1] @phone @proof', async ({ page }) => {
  await page.goto('/search', { waitUntil: 'networkidle' })

  await expect(field(page)).toBeFocused()
})

test('axe finds no faults on results and suggestions [a11y.1]', async ({ page }) => {
  await page.goto('/search?q=kurti', { waitUntil: 'networkidle' })
  await field(page).fill('anark')
  await expect(options(page).first()).toBeVisible()

  const violations = await findViolations(page)

  expect(violations).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a search leads to readable results [seo.1] [search.1] @phone', async ({ page }) => {
    await page.goto('/search', { waitUntil: 'networkidle' })
    await field(page).fill('juttis')
    await field(page).press('Enter')

    await expect(page.getByRole('heading', { level: 1 })).toContainText('“juttis”')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  })
})

test('a search without suggestions says so and links to all results [search.1] @phone @proof', async ({
  page,
}) => {
  await page.goto('/search', { waitUntil: 'networkidle' })
  const hint = page.getByText('Search for products, brands or colours.')
  await expect(hint).toBeVisible()

  await page.locator('main').getByRole('combobox', { name: 'Search' }).fill('zzzz')

  await expect(page.getByText('No suggestions for “zzzz”.')).toBeVisible()
  await expect(hint).toBeHidden()
})

test('an invalid search URL shows no products [search.1] [safe.3] @phone @proof', async ({
  page,
}) => {
  await page.goto('/search?q=%00')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search')

  await page.goto(`/search?q=${'qxz'.repeat(60)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^No results for “(qxz)+qx”$/)
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('a search without results says so and links to categories [search.1]', async ({ page }) => {
  await page.goto('/search?q=necklace')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No results for “necklace”')
  await expect(page.getByText('Check the spelling or try a different search.')).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Kurtis Women' }).click()

  await expect(page).toHaveURL(/\/collections\?category=women-kurtis$/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('words without matches are left out, and the page says so [search.1] @phone @proof', async ({
  page,
}) => {
  await page.goto('/search?q=saree+for+velcro')

  await expect(
    page.getByText('No results for “velcro”. Showing results for the rest of your search.'),
  ).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText(/saree/i)
})
