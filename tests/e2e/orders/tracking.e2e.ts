import { anOrder } from '#tests/support/shopper/builders.ts'
import { deliveredOrder } from '#tests/support/shopper/deliveredOrder.ts'
import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'
import { violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

const orderOnTheWay = anOrder({
  orderID: 'PEH-WAY001',
  orderStatus: 'On the way',
  delivery_agent: { name: 'Ravi Solanki', contactNumber: '9826041375' },
  history: [
    { status: 'Accepted', at: '2026-11-20T10:42:00.000Z' },
    { status: 'Shipped', at: '2026-11-20T10:55:00.000Z' },
    { status: 'On the way', at: '2026-11-20T11:01:00.000Z' },
  ],
})

test('an order on its way can be tracked with mouse, keyboard and screen reader [track.1] [track.4] [track.5] [order.6] [pwa.9] [a11y.1] @notifications', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  let order = orderOnTheWay
  // The demo courier is too quick to be watched.
  await page.route('**/api/orders/view', (route) =>
    route.fulfill({
      json: { success: true, result: { data: [order] } },
      headers: { 'x-api': '1' },
    }),
  )
  // Without events, orders are read every ten seconds.
  await page.route('**/api/orders/events', (route) => route.abort())
  await openLoggedIn(page, '/order-tracking')

  await expect(page.getByRole('heading', { level: 1, name: 'On the way' })).toBeVisible()
  await expect(page).toHaveURL(`/order-tracking?id=${orderOnTheWay._id}`)
  await expect(page.getByText('Order ID # PEH-WAY001')).toBeVisible()
  await expect(page.getByText('20 Nov 2026, 04:12 PM')).toBeVisible()
  await expect(page.locator('li[aria-current="step"]')).toContainText('Current: On the way4:31 pm')
  await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:/)
  const turnOn = page.getByRole('button', { name: 'Turn on notifications' })
  await expect(turnOn).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await turnOn.click()
  const dialog = page.getByRole('dialog', { name: 'Get order updates' })
  await expect(dialog).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await test.step('Escape gives the focus back to the button', async () => {
    await page.keyboard.press('Escape')
    await expect(turnOn).toBeFocused()
  })
  await test.step('if the button is gone because the order was delivered, the page gets it', async () => {
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    order = anOrder({ orderID: 'PEH-WAY001', orderStatus: 'Delivered' })
    await expect(page.getByRole('heading', { level: 1, name: 'Delivered' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test('a change shows and is announced at once, without waiting for the next poll [order.10] [track.1]', async ({
  page,
}) => {
  await openLoggedIn(page, '/order-tracking')
  const { orderId } = await placeOrder(page)
  const requestTimes: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/orders/view')) requestTimes.push(Date.now())
  })

  await page.goto(`/order-tracking?id=${orderId}`)
  await expect(page.getByRole('status', { name: 'Order updates' })).toContainText(
    /: (Shipped|On the way|Delivered)\./,
    {
      timeout: 20_000,
    },
  )

  // The first read may show a change already; then the next one comes with the courier's next step.
  await expect.poll(() => requestTimes.length).toBeGreaterThan(1)
  const [first = 0, second = 0] = requestTimes
  // Without an event the page would read again after ten seconds.
  expect(second - first).toBeLessThan(9000)
})

test('previously shown orders can be read offline, with their age [order.10]', async ({
  page,
  context,
  openInstalled,
}) => {
  const { orderId } = await deliveredOrder(page)
  await openInstalled('/order-listing')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText(/^Saved on this device/)).toBeHidden()

  await context.setOffline(true)
  for (const path of ['/order-listing', `/order-details?id=${orderId}`]) {
    await page.goto(path)
    if (path === '/order-listing') {
      await page.getByRole('button', { name: 'Continue with saved pages' }).click()
    }
    await expect(page.getByRole('article').first()).toContainText('Delivered')
    await expect(page.getByText(/^Saved on this device/)).toBeVisible()
  }
  await page.getByRole('button', { name: /^Return / }).click()
  const sheet = page.getByRole('dialog', { name: 'Return Details' })
  await sheet.getByRole('radio', { name: 'Other' }).check()
  await sheet.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText(/^You.re offline, so nothing was sent/)).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(/^Saved on this device/)).toBeHidden()
  // The note keeps its height, so its short text stands in the middle.
  const upToDate = page.getByText('The status is up to date.')
  const middles = await upToDate.evaluate((text) => {
    const note = text.parentElement!.parentElement!.parentElement!
    return [text, note.querySelector('svg')!, note].map((shown) => {
      const { top, height } = shown.getBoundingClientRect()
      return top + height / 2
    })
  })
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2)
  await expect(page.getByRole('region', { name: 'Return Details' })).toBeHidden()
})

test('the store opens with an order under way and when it arrives; a tap leads to its page [order.10] [track.1]', async ({
  page,
}) => {
  const promisedBy = new Date(Date.now() + 22 * 60_000).toISOString()
  await page.route('**/api/orders/view', (route) =>
    route.fulfill({
      json: { success: true, result: { data: [{ ...orderOnTheWay, promisedBy }] } },
      headers: { 'x-api': '1' },
    }),
  )
  await page.route('**/api/orders/events', (route) => route.abort())
  await openLoggedIn(page, '/')

  const bar = page.getByRole('link', { name: /On the way Arrives/ })
  await expect(bar).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await bar.click()

  await expect(page).toHaveURL(`/order-tracking?id=${orderOnTheWay._id}`)
  await expect(bar).toBeHidden()
})
