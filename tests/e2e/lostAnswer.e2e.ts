import { expect, test } from '#tests/support/networkTest.ts'
import {
  newPhone,
  newStreet,
  onShow,
  ordersOf,
  putIntoBag,
  signUp,
  writeAddress,
} from '#tests/support/shopping.ts'

test('an order whose answer was lost is one order after a reload [checkout.8] [checkout.7] @old-chromium', async ({
  page,
  network,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await putIntoBag(page, product)
  await page.goto('/cart#login')
  await signUp(page, newPhone())
  await page.getByRole('button', { name: 'Select Address to Proceed' }).click()
  await page.getByRole('button', { name: 'Add New Address' }).click()
  await writeAddress(page, newStreet())
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()

  network.fail({ kind: 'lost answer' }, /^\/api\/cart\/checkout/)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect.poll(async () => (await ordersOf(page)).length).toBe(1)
  network.mend()
  await page.reload()

  await expect(page.getByText('Your order is placed succesfully!')).toBeVisible()
  expect(await ordersOf(page)).toHaveLength(1)
})
