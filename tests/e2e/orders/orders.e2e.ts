import type { Order } from '#contract/orders/order.ts'
import { anOrder } from '#tests/support/shopper/builders.ts'
import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'
import { untilToast } from '#tests/support/pages/toasts.ts'

test.use({ hasWorker: false })

const cancellable = anOrder({ _id: 'asked', orderID: 'PEH-ASK001' })
const delivered = anOrder({
  _id: 'came',
  orderID: 'PEH-CAME01',
  orderStatus: 'Delivered',
  paymentStatus: 'paid',
})

test('past orders can be viewed, and a new one cancelled [hist.1] [order.1] [order.2] [order.3] [order.9] [a11y.1] @phone', async ({
  page,
}) => {
  let orders = [cancellable, delivered]
  // The demo courier is too quick for an order to be cancelled.
  const fromStore = (json: object) => ({ json, headers: { 'x-api': '1' } })
  const respond = (result: unknown) => fromStore({ success: true, result })
  await page.route('**/api/orders/view', (route) => route.fulfill(respond({ data: orders })))
  for (const { _id } of orders) {
    const find = (): Order | undefined => orders.find((order) => order._id === _id)
    await page.route(`**/api/orders/${_id}`, (route) => route.fulfill(respond(find())))
  }
  const again = { cart: { products: [], totalAmount: 0 }, missing: ['Blue kurta, M'] }
  await page.route('**/api/orders/came/again', (route) => route.fulfill(respond(again)))
  await page.route('**/api/orders/cancel', (route) => {
    orders = [anOrder({ ...cancellable, orderStatus: 'Cancelled' }), delivered]
    return route.fulfill(fromStore({ success: true, msg: 'Order cancelled successfully' }))
  })

  await test.step('the history shows completed orders', async () => {
    await openLoggedIn(page, '/order-listing')
    await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    expect(await violationsOf(page)).toEqual([])
  })

  await test.step('the details of an order and the status of an item open', async () => {
    await page.getByRole('link', { name: 'View Details of order PEH-CAME01' }).click()
    await expect(page).toHaveURL('/order-details?id=came')
    await expect(page.getByText('PAID', { exact: true })).toBeVisible()
    await page.getByText('Status', { exact: true }).click()
    await expect(page.getByRole('list', { name: /^Status of/ })).toContainText('On the way')
    await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden()
    expect(await violationsOf(page)).toEqual([])
  })

  await test.step('items that cannot be ordered again are named', async () => {
    await page.getByRole('button', { name: 'Order again' }).click()
    const dialog = page.getByRole('dialog', { name: 'This item isn’t available' })
    await expect(dialog).toContainText('Blue kurta, M')
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('an accepted order is cancelled from tracking', async () => {
    await page.goto('/order-tracking')
    await page.getByRole('link', { name: 'View Details' }).click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel order?' })
    await expect(dialog).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel order' }).click()

    await untilToast(page, 'Order cancelled successfully')
    // The cancelled order, with its refund, instead of an empty list.
    await expect(page).toHaveURL(`/order-tracking?id=${cancellable._id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Cancelled' })).toBeVisible()
  })
})
