import { anOrder } from '#tests/support/builders.ts'
import { newPhone, signUp, violationsOf } from '#tests/support/shopping.ts'
import { expect, test } from '#tests/support/storeTest.ts'

const underWay = anOrder({
  orderID: 'PEH-WAY001',
  orderStatus: 'On the way',
  delivery_agent: { name: 'Ravi Solanki', contactNumber: '9826041375' },
  history: [
    { status: 'Accepted', at: '2026-11-20T10:42:00.000Z' },
    { status: 'Shipped', at: '2026-11-20T10:55:00.000Z' },
    { status: 'On the way', at: '2026-11-20T11:01:00.000Z' },
  ],
})

test.describe.configure({ timeout: 120_000 })

test('an order on its way can be followed, by eye, ear and keys [track.1] [track.4] [track.5] [order.6] [a11y.1]', async ({
  page,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('location-popup-shown', 'true'))
  // The courier of the demo store is too quick to be looked at.
  await page.route('**/api/orders/view', (route) =>
    route.fulfill({ json: { success: true, result: { data: [underWay] } } }),
  )
  await page.goto('/order-tracking')
  await signUp(page, newPhone())

  await expect(page.getByRole('heading', { level: 1, name: 'On the way' })).toBeVisible()
  await expect(page).toHaveURL(`/order-tracking?id=${underWay._id}`)
  await expect(page.getByText('Order ID # PEH-WAY001')).toBeVisible()
  await expect(page.getByText('20 Nov 2026, 04:12 PM')).toBeVisible()
  await expect(page.locator('li[aria-current="step"]')).toContainText('Now: On the way04:31 PM')
  await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:/)
  expect(await violationsOf(page)).toEqual([])
})
