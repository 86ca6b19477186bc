import type { Page } from '@playwright/test'

import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import {
  newPhone,
  onShow,
  addToCart,
  signUp,
  violationsOf,
} from '#tests/support/shopper/shopping.ts'
import { expect, test, untilControlled } from '#tests/support/pages/storeTest.ts'
import { untilToast } from '#tests/support/pages/toasts.ts'

test.use({ hasWorker: false })

test('a heart asks for the login, is filled after it, and the item can be moved to the bag [wish.1] [wish.2] [wish.3]', async ({
  page,
  consoleMessages,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  const { _id, name, size } = product
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })
  const main = page.getByRole('main')
  await main
    .getByRole('button', { name: `Add ${name} to wishlist` })
    .first()
    .click()
  await expect(page.getByText('Please login to add to wishlist')).toBeVisible()
  const isSent = page.waitForResponse((response) => response.url().endsWith('/wishlist/add'))
  await signUp(page, newPhone())
  const heart = main.getByRole('button', { name: `Remove ${name} from wishlist` }).first()
  await expect(heart).toBeVisible()
  await isSent
  await page.reload()
  await expect(heart).toBeVisible()

  await page.getByRole('link', { name: 'Wishlist' }).locator('visible=true').click()
  await expect(main.getByText('1 item', { exact: true })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(await columnsByWidth(page)).toEqual([2, 3, 4, 5, 6])
  await page.getByRole('button', { name: 'Move to cart' }).click()
  const dialog = page.getByRole('dialog', { name: 'Select Size' })
  await expect(dialog.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('radio', { name: size[0] ?? '', exact: true }).check()
  await dialog.getByRole('button', { name: 'Add to Cart' }).click()

  await expect(page.getByText('You have no items in wishlist')).toBeVisible()
  await page.getByRole('link', { name: 'Bag, 1 item' }).locator('visible=true').click()
  await expect(page.getByRole('heading', { name: 'Items (1)' })).toBeVisible()
  await expect(main.getByText(name).first()).toBeVisible()
  expect(consoleMessages).toEqual([])
})

/** The number of columns of the wishlist, from a narrow to a wide window. */
async function columnsByWidth(page: Page): Promise<number[]> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  const columns: number[] = []
  for (const width of [390, 700, 1000, 1440, 1700]) {
    await page.setViewportSize({ ...before, width })
    const grid = page.getByRole('main').getByRole('list').first()
    columns.push(
      await grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length),
    )
  }
  await page.setViewportSize(before)
  return columns
}

test.describe('with the service worker', () => {
  test.use({ hasWorker: true })

  test('offline the wishlist opens, and changes are sent once the connection is back [wish.4] [pwa.6] [pwa.13] @phone @proof', async ({
    page,
    context,
  }) => {
    const [stored, wanted] = await onShow(page, 2)
    if (!stored || !wanted) throw new Error('The demo store is sold out')
    await openLoggedIn(page, '/')
    const open = async ({ _id }: { _id: string }) => {
      await page.goto(`/products/${_id}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    const heartOf = ({ name }: { name: string }) =>
      page
        .getByRole('main')
        .getByRole('button', { name: `Add ${name} to wishlist` })
        .first()
    await open(wanted)
    await untilControlled(page)
    await open(wanted)
    await open(stored)
    await heartOf(stored).click()
    await expect.poll(() => wishlistOf(page)).toEqual([stored._id])
    // Requests whose responses the page missed are sent again and change nothing twice.
    await page.goto('/wishlist', { waitUntil: 'networkidle' })
    await expect(page.getByRole('article')).toHaveCount(1)

    await context.setOffline(true)
    await page.getByRole('button', { name: 'Continue with saved pages' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await open(wanted)
    await expect(page.getByText('You’re offline. Showing saved pages.')).toBeVisible()
    await heartOf(wanted).click()
    await untilToast(page, 'Saved on this device. We’ll keep trying to send it.')
    await page.goto('/wishlist')
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page.getByRole('main').getByText('Waiting to send')).toHaveCount(1)

    await context.setOffline(false)
    // After a few failures there is a pause before the next attempt.
    await expect.poll(() => wishlistOf(page), { timeout: 60_000 }).toEqual([wanted._id, stored._id])
    await expect(page.getByText('Waiting to send')).toBeHidden()
  })
})

test('another window shows changes to wishlist and bag, and nothing after a logout [wish.1] [bag.17] [login.6] @phone', async ({
  page,
  context,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  const { _id, name } = product
  // The product's own heart comes first; another product may have the same name.
  const heartIn = (window: Page) =>
    window
      .getByRole('main')
      .getByRole('button', { name: / wishlist$/ })
      .first()
  const add = `Add ${name} to wishlist`
  const remove = `Remove ${name} from wishlist`
  await openLoggedIn(page, '/')
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })
  const beside = await context.newPage()
  await beside.goto(`/products/${_id}`, { waitUntil: 'networkidle' })

  await expect(heartIn(page)).toHaveAccessibleName(add)
  await heartIn(page).click()
  await expect(heartIn(beside)).toHaveAccessibleName(remove)
  // When a change has been sent, the heart of another window is empty for a moment.
  await expect.poll(() => wishlistOf(page)).toEqual([_id])
  await expect(heartIn(beside)).toHaveAccessibleName(remove)
  await heartIn(beside).click()
  await expect(heartIn(page)).toHaveAccessibleName(add)
  await expect.poll(() => wishlistOf(page)).toEqual([])
  await expect(heartIn(page)).toHaveAccessibleName(add)
  await heartIn(page).click()
  await expect(heartIn(beside)).toHaveAccessibleName(remove)
  // With a pending change the logout would ask for confirmation.
  await expect.poll(() => wishlistOf(page)).toEqual([_id])

  await page.goto('/myaccount')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(heartIn(beside)).toHaveAccessibleName(add)
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })
  await addToCart(page, product)
  await expect(
    beside.getByRole('link', { name: 'Bag, 1 item' }).locator('visible=true'),
  ).toBeVisible()
})

/** The customer's wishlist on the server. */
async function wishlistOf(page: Page): Promise<string[]> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const response = await page.request.get('/api/wishlist/viewWishlistProductIds', {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { allProductIds?: string[] }).allProductIds ?? []
}
