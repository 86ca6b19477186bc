import {
  newPhone,
  onShow,
  ordersOf,
  addToCart,
  signUp,
  violationsOf,
  writeAddress,
} from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

test.describe.configure({ timeout: 180_000 })

test('a coupon is applied, survives a reload, can be removed, and reduces the price of the order [coupon.1] [coupon.3] [coupon.4] [checkout.2] [checkout.3] @phone', async ({
  page,
}) => {
  const [product] = await onShow(page, 1, 3000)
  if (!product) throw new Error('The demo store is sold out')
  await addToCart(page, product)
  await page.goto('/cart#login')
  await signUp(page, newPhone())

  const applied = page.getByText('Coupon Applied: FIRST600')
  const apply = async () => {
    await page.getByRole('button', { name: 'Apply Coupon' }).click()
    await page.getByPlaceholder('Enter Coupon Code').fill('first600')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Apply Coupon' }).click()
  await expect(page.getByRole('button', { name: 'Apply FIRST600' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')

  await apply()
  await expect(applied).toBeVisible()
  await page.reload()
  await expect(applied).toBeVisible()
  await page.getByRole('button', { name: 'Remove coupon' }).click()
  await expect(applied).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Apply Coupon' })).toBeVisible()
  await apply()
  await expect(applied).toBeVisible()

  await page.getByRole('button', { name: 'Select Address to Proceed' }).click()
  await writeAddress(page, '12 Palm Residency')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  const sum = page.getByRole('region', { name: 'Order summary' })
  await expect(sum).toContainText('Coupon Discount−₹600')
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Your order is placed succesfully!')).toBeVisible()

  const [order] = await ordersOf(page)
  expect(order?.amountDetails).toMatchObject({
    baseAmount: product.discountedPrice * 100,
    discountedAmount: product.discountedPrice * 100 - 600_00,
  })
})
