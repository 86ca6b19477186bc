import type { Page } from '@playwright/test'

import {
  bagOf,
  chooseAddress,
  flap,
  flapShopper,
  type Moment,
  moments,
  orderCountOf,
} from '#tests/support/flapShopper.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import type { OnShow } from '#tests/support/shopping.ts'
import { expect, test } from '#tests/support/storeTest.ts'

// A worker that wakes up while the line is cut is cut off a moment later, and finds the store there.
test.use({ actionTimeout: 20_000, serviceWorkers: 'block' })

const { flaps } = proofScale
const lost = (moment: Moment) => moment === 'before it is sent'

type Shopper = { userId: string; addressId: string; product: OnShow }

test(`${flaps} times the line goes while a bag is filled, changed and ordered: each order once, nothing lost [pwa.7] [checkout.7] [checkout.8] [bag.17]`, async ({
  page,
}) => {
  test.setTimeout(proofTimeoutMs)
  const acts = [add, change, order]
  const rounds = Math.ceil(flaps / acts.length)
  const { products, ...signed } = await flapShopper(page, rounds)
  const shopperOf = (turn: number) => ({
    ...signed,
    product: products[Math.floor(turn / acts.length)]!,
  })
  for (let turn = 0; turn < flaps; turn++) {
    const moment = moments[(turn + Math.floor(turn / acts.length)) % moments.length]!
    await test.step(`${acts[turn % acts.length]?.name}, ${moment}`, () =>
      acts[turn % acts.length]!(page, shopperOf(turn), moment))
  }

  const shopper = shopperOf(flaps - 1)
  await page.goto('/cart')
  const bag = await bagOf(page, shopper)
  const shown = bag === 0 ? 'You have no items in cart' : 'Items (1)'
  await expect(page.getByText(shown)).toBeVisible()
  if (bag > 0) await expect(quantityOf(page, shopper)).toHaveValue(String(bag))
  expect(await orderCountOf(page)).toBe(Math.floor(flaps / acts.length))
})

const quantityOf = (page: Page, { product }: Shopper) =>
  page.getByLabel(`Quantity of ${product.name}`).first()

/** From an empty bag to one piece. */
async function add(page: Page, shopper: Shopper, moment: Moment): Promise<void> {
  const { _id, size } = shopper.product
  await page.goto(`/products/${_id}`, { waitUntil: 'load' })
  await page.getByRole('radio', { name: size[0] ?? '', exact: true }).check()
  const tap = () => page.getByRole('button', { name: 'Add to bag' }).locator('visible=true').click()
  await flap(page, { path: 'cart/add', moment, act: tap })
  if (lost(moment)) {
    expect(await bagOf(page, shopper)).toBe(0)
    const answer = page.waitForResponse('**/api/cart/add')
    await tap()
    await answer
  }
  expect(await bagOf(page, shopper)).toBe(1)
  await expect(page.getByRole('link', { name: 'Bag, 1 item' }).first()).toBeAttached()
}

/** From one piece to two. */
async function change(page: Page, shopper: Shopper, moment: Moment): Promise<void> {
  await page.goto('/cart')
  const quantity = quantityOf(page, shopper)
  await expect(quantity).toHaveValue('1')
  const choose = () => quantity.selectOption('2')
  await flap(page, { path: 'cart/update', moment, act: choose })
  if (lost(moment)) {
    await expect(quantity).toHaveValue('1')
    const answer = page.waitForResponse('**/api/cart/update')
    await choose()
    await answer
  }
  expect(await bagOf(page, shopper)).toBe(2)
  await expect(quantity).toHaveValue('2')
}

/** From a bag to an order; whose answer was lost learns of it by itself. */
async function order(page: Page, shopper: Shopper, moment: Moment): Promise<void> {
  const before = await orderCountOf(page)
  await chooseAddress(page, shopper)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  const place = page.getByRole('button', { name: 'Place Order' })
  await expect(place).toBeEnabled()
  await flap(page, { path: 'cart/checkout', moment, act: () => place.click() })
  expect(await orderCountOf(page)).toBe(lost(moment) ? before : before + 1)
  if (lost(moment)) await place.click()
  await expect(page.getByText('Your order is placed succesfully!')).toBeVisible()
  expect(await orderCountOf(page)).toBe(before + 1)
  expect(await bagOf(page, shopper)).toBe(0)
}
