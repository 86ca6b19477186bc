import { newPhone, onShow, signUp, violationsOf } from '#tests/support/shopping.ts'
import { expect, test } from '#tests/support/storeTest.ts'

test.describe.configure({ timeout: 120_000 })

test('a heart asks for the login, is filled after it, and what it keeps goes into the bag [wish.1] [wish.2] [wish.3]', async ({
  page,
  complaints,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('location-popup-shown', 'true'))
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
  await signUp(page, newPhone())
  const heart = main.getByRole('button', { name: `Remove ${name} from wishlist` }).first()
  await expect(heart).toBeVisible()
  await page.reload()
  await expect(heart).toBeVisible()

  await page.getByRole('link', { name: 'Wishlist' }).locator('visible=true').click()
  await expect(main.getByText('1 item', { exact: true })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
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
  expect(complaints).toEqual([])
})
