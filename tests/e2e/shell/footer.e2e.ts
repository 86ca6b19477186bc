import { shiftOf, watchShifts } from '#tests/support/pages/shifts.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test('the footer links to policies, categories and contacts [shell.23] @phone', async ({
  page,
}) => {
  await page.goto('/about-us', { waitUntil: 'networkidle' })
  const footer = page.getByRole('contentinfo')

  for (const name of [
    'Track order',
    'Return/exchange',
    'About us',
    'Privacy policy',
    'Sherwanis',
  ]) {
    await expect(footer.getByRole('link', { name })).toBeVisible()
  }
  await expect(footer.getByText('Style Delivered in 60 mins')).toBeVisible()
  await expect(footer.getByRole('link', { name: /care@/ })).toHaveAttribute('href', /^mailto:/)
})

test('a short or long page opened from the cached shell does not shift the footer [shell.23] @proof', async ({
  page,
  openInstalled,
}) => {
  await openInstalled('/')
  await watchShifts(page)

  for (const path of ['/no-such-page', '/faq', '/collections?category=women-kurtis']) {
    const response = await page.goto(path, { waitUntil: 'networkidle' })
    expect(response?.fromServiceWorker()).toBe(true)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo')).not.toBeInViewport()
    expect(await shiftOf(page)).toBeLessThan(0.005)
  }
})

test('bag and checkout have no footer [shell.23]', async ({ page }) => {
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await expect(page.getByText('You have no items in cart')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)

  await page.getByRole('link', { name: 'Continue Shopping' }).click()

  await expect(page.getByRole('contentinfo')).toBeVisible()
})
