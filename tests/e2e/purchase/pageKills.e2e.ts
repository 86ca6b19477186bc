import { randomInt } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'

import {
  cartQuantityOf,
  chooseAddress,
  connectionLossShopper,
  type ConnectionLossShopper,
  orderCountOf,
} from '#tests/support/faults/connectionLossShopper.ts'
import { requestStore } from '#tests/support/shopper/loggedIn.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { expect, neverAskForLocation, test } from '#tests/support/pages/storeTest.ts'

const { pageKills } = proofScale

// A crash ends the page's worker too. A restarted worker can wait for Playwright's debugger, and
// the next page waits for it without end.
test.use({ actionTimeout: 30_000, navigationTimeout: 30_000, hasWorker: false })

/** Long enough that a kill hits each step, from the first request to the success page. */
const latestKillMs = 4000

test(`a page killed ${pageKills} times in the middle of a purchase leaves one order each time [checkout.7] [checkout.8] [checkout.10] @phone`, async ({
  browser,
  contextOptions,
}) => {
  test.setTimeout(proofTimeoutMs)
  for (let turn = 0; turn < pageKills; turn++) {
    await test.step(`kill ${turn + 1}`, async () => {
      const context = await browser.newContext(contextOptions)
      const shopper = await newCustomer(context)
      const doomed = await context.newPage()
      void buy(doomed).catch(() => 'killed')
      await new Promise((resolve) => setTimeout(resolve, randomInt(latestKillMs)))
      const devtools = await context.newCDPSession(doomed)
      const crashed = doomed.waitForEvent('crash')
      void devtools.send('Page.crash').catch(() => undefined)
      // Playwright does not always report that an action of a crashed page failed or that it was
      // closed.
      await crashed
      void doomed.close().catch(() => undefined)

      const next = await context.newPage()
      await buy(next)

      expect(await orderCountOf(next, shopper)).toBe(1)
      expect(await cartQuantityOf(next, shopper)).toBe(0)
      void context.close().catch(() => undefined)
    })
  }
})

/** Logged in on every page of the context, with one item in the bag and an address. */
async function newCustomer(context: BrowserContext): Promise<ConnectionLossShopper> {
  await neverAskForLocation(context)
  const page = await context.newPage()
  const shopper = await connectionLossShopper(page, 1, context)
  const { userId, token, products } = shopper
  const line = { userId, productId: products[0]!._id, size: products[0]!.size[0] }
  await requestStore(page, token, ['POST', 'cart/add', line])
  await chooseAddress(page, shopper)
  await page.close()
  return shopper
}

/** Places the cash order, or finds that an earlier page has placed it. */
async function buy(page: Page): Promise<void> {
  await page.goto('/checkout')
  const placed = page.getByText('Your order is placed succesfully!')
  const place = page.getByRole('button', { name: 'Place Order' })
  const cash = page.getByRole('radio', { name: 'Cash on Delivery' })
  // With an empty checkout and no message, an earlier page has shown the order as placed.
  const isEmpty = page.getByText('You have no items in cart')
  await expect(placed.or(cash).or(isEmpty).first()).toBeVisible()
  if (!(await cash.isVisible())) return
  const order = async () => {
    await cash.check()
    await place.click()
    await expect(placed).toBeVisible()
  }
  // The request of a killed page may get its response while this one is being filled in.
  await Promise.race([order(), placed.or(isEmpty).first().waitFor()])
}
