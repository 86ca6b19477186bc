import { goToCheckout } from '#tests/support/shopper/loggedIn.ts'
import { expect, test } from '#tests/support/faults/networkTest.ts'
import { ordersOf } from '#tests/support/shopper/shopping.ts'

test.use({ hasWorker: false })

test('an order whose response was lost is one order after a reload [checkout.8] [checkout.7] @old-chromium', async ({
  page,
  network,
}) => {
  await goToCheckout(page)
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()

  network.fail({ kind: 'lost response' }, /^\/api\/cart\/checkout/)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect.poll(async () => (await ordersOf(page)).length).toBe(1)
  network.restore()
  await page.reload()

  await expect(page.getByText('Your order is placed succesfully!')).toBeVisible()
  expect(await ordersOf(page)).toHaveLength(1)
})
