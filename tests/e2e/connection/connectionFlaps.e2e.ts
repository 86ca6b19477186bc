import type { Page } from '@playwright/test'

import {
  cartQuantityOf,
  chooseAddress,
  connectionLossShopper,
  type ConnectionLossShopper,
  orderCountOf,
} from '#tests/support/faults/connectionLossShopper.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import type { DemoProduct } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

/**
 * When the connection is lost: before the request is sent, after the store got it, or after the
 * page has its response.
 */
const moments = ['before it is sent', 'once it is sent', 'once it has a response'] as const
type Moment = (typeof moments)[number]

const disconnectedPages = new WeakSet<Page>()

/**
 * The browser reports the loss a moment before it happens, so requests that the page sends then are
 * lost too.
 */
const watchConnection = (page: Page) =>
  page.route(/\/(api|healthz)\b/, (route) =>
    disconnectedPages.has(page) ? route.abort('internetdisconnected') : route.fallback(),
  )

async function cutConnection(page: Page, isCut: boolean): Promise<void> {
  if (isCut) disconnectedPages.add(page)
  else disconnectedPages.delete(page)
  await page.context().setOffline(isCut)
}

/**
 * The URLs of the chunks that show the offline overlay and store changes, once they are requested.
 */
function idleChunks(): string[] | undefined {
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  const styles = document.querySelector<HTMLLinkElement>('link[href*="/assets/outbox-"]')
  const urls = [/\/deferred-[^/]*\.js/, /\/outbox-[^/]*\.js/].map((chunk) =>
    names.find((name) => chunk.test(name)),
  )
  return styles?.sheet && urls.every((url) => url !== undefined) ? urls : undefined
}

/**
 * Without the browser's cache, which intercepted requests bypass, a preloaded chunk is fetched a
 * second time when it is imported: only the import shows that it has loaded.
 */
async function untilIdleChunksLoaded(page: Page): Promise<void> {
  const chunks = await page.waitForFunction(idleChunks, undefined, { timeout: 20_000 })
  await chunks.evaluate((urls) => Promise.all((urls ?? []).map((url) => import(url))))
}

type ConnectionCut = { path: string; moment: Moment; action: () => Promise<unknown> }

/**
 * Runs an action while the connection is lost and then restores it. The offline overlay appears and
 * disappears meanwhile.
 */
async function loseConnection(page: Page, { path, moment, action }: ConnectionCut): Promise<void> {
  const screen = page.getByRole('alertdialog', { name: 'No Internet Connection' })
  if (moment === 'before it is sent') {
    const bar = page.getByText('You’re offline. Showing saved pages.')
    await untilIdleChunksLoaded(page)
    await cutConnection(page, true)
    await screen.getByRole('button', { name: 'Continue with saved pages' }).click()
    await expect(bar).toBeVisible()
    // A request that the page sends a moment later, online again, is not lost. A page without the
    // outbox chunk sends nothing.
    const lost = page
      .waitForEvent('requestfailed', {
        predicate: (one) => one.url().includes(path),
        timeout: 3000,
      })
      .catch(() => undefined)
    await action()
    await lost
    await cutConnection(page, false)
    await expect(bar).toBeHidden()
    return
  }
  const isCut = await cutDuring(page, path, moment)
  await action()
  await expect.poll(isCut, `${path} was sent`).toBe(true)
  await expect(screen).toBeVisible()
  await cutConnection(page, false)
  await expect(screen).toBeHidden()
}

/** Cuts the connection at the next request to this path; returns whether there was one. */
async function cutDuring(page: Page, path: string, moment: Moment): Promise<() => boolean> {
  let isCut = false
  await page.route(
    ({ pathname }) => pathname === `/api/${path}`,
    async (route) => {
      const response = await route.fetch()
      if (moment === 'once it has a response') await route.fulfill({ response })
      await cutConnection(page, true)
      if (moment === 'once it is sent') await route.abort('internetdisconnected')
      isCut = true
    },
    { times: 1 },
  )
  return () => isCut
}

// A worker that starts while the connection is cut is disconnected a moment later, so it reaches
// the store.
test.use({ hasWorker: false })

const { flaps } = proofScale
const isLost = (moment: Moment) => moment === 'before it is sent'

type Buying = Pick<ConnectionLossShopper, 'userId' | 'token' | 'addressId'> & {
  product: DemoProduct
}

test(`the connection is lost ${flaps} times while a bag is filled, changed and ordered: each order is placed once, nothing is lost [pwa.7] [shell.26] [checkout.7] [checkout.8] [bag.17]`, async ({
  page,
}) => {
  test.setTimeout(proofTimeoutMs)
  const acts = [add, change, order]
  const { products, ...known } = await connectionLossShopper(page, Math.ceil(flaps / acts.length))
  await watchConnection(page)
  for (let turn = 0; turn < flaps; turn++) {
    const round = Math.floor(turn / acts.length)
    const [action, moment] = [acts[turn % acts.length]!, moments[(turn + round) % moments.length]!]
    await test.step(`${action.name}, ${moment}`, () =>
      action(page, { ...known, product: products[round]! }, moment))
  }

  await page.goto('/cart')
  const quantity = await cartQuantityOf(page, known)
  await expect(page.getByText(quantity ? 'Items (1)' : 'You have no items in cart')).toBeVisible()
  if (quantity) await expect(page.getByLabel(/^Quantity of/).first()).toHaveValue(String(quantity))
  expect(await orderCountOf(page, known)).toBe(Math.floor(flaps / acts.length))
})

/** From an empty bag to one item. */
async function add(page: Page, buying: Buying, moment: Moment): Promise<void> {
  const { _id, size } = buying.product
  await page.goto(`/products/${_id}`)
  const sizes = page.getByRole('group', { name: 'Select Size' })
  await sizes.getByRole('radio', { name: size[0] ?? '', exact: true }).check()
  const tap = () => page.getByRole('button', { name: 'Add to bag' }).locator('visible=true').click()
  await loseConnection(page, { path: 'cart/add', moment, action: tap })
  // Unsent changes wait and are sent automatically once the connection is back.
  await expect.poll(() => cartQuantityOf(page, buying)).toBe(1)
  await expect(page.getByRole('link', { name: 'Bag, 1 item' }).first()).toBeAttached()
}

/** From a quantity of one to two. */
async function change(page: Page, buying: Buying, moment: Moment): Promise<void> {
  await page.goto('/cart')
  const quantity = page.getByLabel(`Quantity of ${buying.product.name}`).first()
  await expect(quantity).toHaveValue('1')
  const choose = () => quantity.selectOption('2')
  await loseConnection(page, { path: 'cart/update', moment, action: choose })
  await expect.poll(() => cartQuantityOf(page, buying)).toBe(2)
  await expect(quantity).toHaveValue('2')
}

/** From a bag to an order; a shopper who missed the response sees the order without doing anything. */
async function order(page: Page, buying: Buying, moment: Moment): Promise<void> {
  const before = await orderCountOf(page, buying)
  await chooseAddress(page, buying)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  const place = page.getByRole('button', { name: 'Place Order' })
  await expect(place).toBeEnabled()
  await loseConnection(page, { path: 'cart/checkout', moment, action: () => place.click() })
  expect(await orderCountOf(page, buying)).toBe(isLost(moment) ? before : before + 1)
  if (isLost(moment)) await place.click()
  await expect(page.getByText('Your order is placed succesfully!')).toBeVisible()
  expect(await orderCountOf(page, buying)).toBe(before + 1)
  expect(await cartQuantityOf(page, buying)).toBe(0)
}
