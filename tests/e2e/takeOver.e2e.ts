import { paths } from '#contract/paths.ts'
import { newPhone, signUp } from '#tests/support/shopping.ts'
import { expect, test } from '#tests/support/storeTest.ts'

// Every document is drawn by the server then, and taken over.
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ page }) =>
  page.addInitScript(() => sessionStorage.setItem('location-popup-shown', 'true')),
)

test('what a user sees is taken over without a word of complaint [shell.5] [login.5]', async ({
  page,
  complaints,
}) => {
  await page.goto('/#login')
  await signUp(page, newPhone())

  const { home, collections, account, profile, addresses, orders, wishlist, cart } = paths
  for (const path of [home, collections, account, profile, addresses, orders, wishlist, cart]) {
    // The list of orders listens for news as long as it is open.
    await page.goto(path, { waitUntil: path === orders ? 'load' : 'networkidle' })
    await expect(page.locator('main')).not.toBeEmpty()
    const heard = complaints.filter((words) => !words.includes('blocked by Playwright'))
    expect({ path, heard }).toEqual({ path, heard: [] })
  }
})

test('a number typed while the page changes below the login stays [shell.5] [login.1]', async ({
  page,
}) => {
  await page.goto('/myaccount')
  const field = page.getByRole('dialog').getByLabel('Mobile number')
  await field.pressSequentially('98765', { delay: 120 })

  await expect(page).toHaveURL(/\/(#.*)?$/)
  await expect(field).toHaveValue('98765')
})
