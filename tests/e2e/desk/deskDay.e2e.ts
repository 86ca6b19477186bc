import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'

import type { Order } from '#contract/orders/order.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { orders } from '#server/database/schema/orders.ts'
import { historyOf, openDesk, openStop, stop, tap, test } from '#tests/support/desk/riderDesk.ts'
import { expect } from '#tests/support/pages/storeTest.ts'
import { openLoggedIn, requestStore } from '#tests/support/shopper/loggedIn.ts'
import { giveToRider, riderLogin, staffLogin } from '#tests/support/shopper/riderGivens.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'

// A rider's phone.
test.use({ viewport: { width: 390, height: 844 }, hasWorker: false })

const dayMs = 24 * 3_600_000

/** The state of the order that a shopper follows. */
const status = (shopper: Page) => shopper.getByRole('heading', { level: 1 })

async function startDelivery(page: Page, receiver: string) {
  await page.goto('/desk/')
  await expect(stop(page, receiver)).toBeVisible()
  await openStop(page, receiver)
  await stop(page, receiver).getByRole('button', { name: 'Start delivery' }).click()
  await stop(page, receiver).getByRole('link', { name: 'At the door: deliver' }).click()
}

test('the shopper’s page follows a refusal, a delivery on the day after nobody was at home, and an exchange, and in the evening the rider’s cash adds up [board.3] [rider.2] [rider.4] [rider.5]', async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  const open = async () => (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  const [shopper, desk] = [await open(), await open()]
  const { token, user } = await openLoggedIn(shopper, '/robots.txt')
  const [refused, kept] = [await placeOrder(shopper), await placeOrder(shopper)]
  const [{ warehouseId } = { warehouseId: null }] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, kept.orderId))
  const riderName = `Dinesh ${randomUUID().slice(0, 8)}`
  const rider = await riderLogin(db, riderName, warehouseId)
  const manager = await staffLogin(db, { role: 'manager', name: 'Meera Kulkarni' })
  const give = (orderId: string, receiver: string) =>
    giveToRider(db, rider.agentId, { orderId, receiver })
  await give(refused.orderId, 'Shalini Dixit')
  const number = await give(kept.orderId, 'Kavita Rathore')
  await openDesk(page, rider)
  const readOrder = async () =>
    (
      await requestStore<{ result: Order }>(shopper, token, [
        ...(['GET', `orders/${kept.orderId}`] as const),
      ])
    ).result

  await test.step('an order is refused at the door', async () => {
    await shopper.goto(`/order-tracking?id=${refused.orderId}`)
    await expect(status(shopper)).toHaveText('Shipped')
    await startDelivery(page, 'Shalini Dixit')
    await expect(status(shopper)).toHaveText('On the way')
    await tap(page, 'Refused')
    await page.getByRole('radio', { name: 'Another reason' }).check()
    await page.getByLabel('Write the reason').fill('Came too late')
    await tap(page, 'Refused, bring it back')
    await expect(status(shopper)).toHaveText('Cancelled')
    await expect(
      shopper.getByText('This order was cancelled, and there is nothing to pay.'),
    ).toBeVisible()
  })

  await test.step('nobody is at home, and the desk sends the order out again the next day', async () => {
    await shopper.goto(`/order-tracking?id=${kept.orderId}`)
    await startDelivery(page, 'Kavita Rathore')
    await expect(status(shopper)).toHaveText('On the way')
    await tap(page, 'Not at home')
    await page.getByRole('radio', { name: 'Nobody opened' }).check()
    await tap(page, 'Save as not at home')
    await expect(status(shopper)).toHaveText('Shipped')
    const yesterday = new Date(Date.now() - dayMs)
    await db
      .update(orders)
      .set({ failedAt: yesterday, promisedBy: yesterday })
      .where(eq(orders.id, kept.orderId))
    await openDesk(desk, manager, `/desk/orders/${number}`)
    await desk.getByRole('button', { name: 'Deliver again' }).last().click()
    await expect.poll(() => historyOf(db, number)).toContain('sent out again')
    await startDelivery(page, 'Kavita Rathore')
    await expect(status(shopper)).toHaveText('On the way')
    await tap(page, /^Delivered, ₹/)
    await expect(status(shopper)).toHaveText('Delivered')
  })

  const { amountDetails, products: lines } = await readOrder()
  const line = lines[0]!
  await test.step('the item is exchanged at the door', async () => {
    const [product] = await db.select().from(products).where(eq(products.id, kept.productId))
    const stock = Object.entries(product?.stock[rider.warehouseId] ?? {})
    const [size = ''] = stock.find(([one, left]) => one !== line.size && left > 0) ?? []
    await requestStore(shopper, token, [
      ...(['PATCH', 'orders/exchange'] as const),
      {
        ...{ userId: user._id, orderId: kept.orderId, orderItemIdToExchange: line._id },
        ...{ exchangeProductId: kept.productId, size, exchangeReason: 'Size issue' },
      },
    ])
    await shopper.goto(`/order-details?id=${kept.orderId}`)
    await desk.goto('/desk/returns')
    await desk.getByRole('link', { name: `Open order ${number}` }).click()
    await tap(desk, 'Give to a rider')
    await desk.getByRole('radio', { name: riderName }).check()
    await tap(desk, 'Give to the rider')
    await page.goto('/desk/')
    await page.getByRole('link', { name: 'At the door: check the items' }).click()
    await expect(page.getByText(`Hand over the new size: ${size}`)).toBeVisible()
    await page.getByRole('radio', { name: 'As delivered' }).check()
    await tap(page, 'Done, 1 item taken')
    await expect(desk.getByText('Taken along: as delivered')).toBeVisible()
    await desk.getByRole('button', { name: /^Received:/ }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Received' }).click()
    await expect(desk.getByRole('dialog')).toBeHidden()
    // The current step of the order and of its item.
    await expect(shopper.locator('li[aria-current="step"]')).toContainText([
      ...['Exchanged', 'Exchanged'],
    ])
  })

  await test.step('the cash is handed over and counted in the evening', async () => {
    await page.goto('/desk/cash')
    await expect(page.getByText('Cash from 1 order')).toBeVisible()
    const rupees = String(amountDetails.finalAmount / 100)
    await page.getByLabel('Coins, in rupees').fill(rupees)
    await tap(page, /^Hand over ₹/)
    await expect(page.getByText('You carry no cash')).toBeVisible()
    await desk.goto('/desk/cash')
    const card = desk
      .locator('section')
      .filter({ has: desk.getByRole('heading', { name: riderName, level: 3 }) })
      .last()
    await card.getByRole('textbox').fill(rupees)
    await card.getByRole('button', { name: /^Receive ₹/ }).click()
    await expect(card.getByText('It adds up')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Counted by Meera Kulkarni')).toBeVisible()
  })
  await Promise.all([shopper.context().close(), desk.context().close()])
})
