import type { Locator, Page } from '@playwright/test'

import type { Cart } from '#contract/cart/cart.ts'
import { openConnection } from '#server/database/client/connect.ts'
import { readAccounts } from '#tests/support/concurrency/stockAccounts.ts'
import {
  cartQuantityOf,
  chooseAddress,
  connectionLossShopper,
  type ConnectionLossShopper,
  orderCountOf,
} from '#tests/support/faults/connectionLossShopper.ts'
import { requestStore } from '#tests/support/shopper/loggedIn.ts'
import { type Act, type Fault, networkFaults } from '#tests/support/faults/networkFaults.ts'
import { codeFor, fillAddress, ordersOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

/** Without a service worker, so that the test sees every request and can fail it. */
test.use({ hasWorker: false })
test.use({ actionTimeout: 15_000 })

/** One step of a purchase, and how to see that it happened exactly once. */
type Step = {
  /** The request of this step that fails. */
  url: RegExp
  /** Prepares the page for the step, without leftovers of the previous round. */
  prepare: () => Promise<unknown>
  action: Act
  /** Whether the step shows at once and is sent by the outbox until the server responds. */
  isQueued?: boolean
  /** Expects what the shopper sees when it is done. */
  done: () => Locator
  /** What the shopper sees when it failed; a queued step does not fail. */
  failure?: RegExp
  /** Expects the resulting data in the store. */
  books: () => Promise<unknown>
  /** Faults that cannot happen to this step. */
  except?: string[]
}

/**
 * Each fault in turn: the shopper tries again where the page asks for it, and everything is done
 * once.
 */
async function withEachFault(page: Page, step: Step) {
  for (const fault of networkFaults) {
    if (step.except?.includes(fault.name)) continue
    await test.step(fault.name, async () => {
      await step.prepare()
      await fault.run(page, step.url, step.action)
      const isFailed = !step.isQueued && (await outcome(page, step, fault.then)) === 'failed'
      if (isFailed) await tryAgainUntilDone(step)
      await expect(step.done(), `done after ${fault.name}`).toBeVisible()
      await step.books()
    })
  }
}

/**
 * The page may notice the success meanwhile and remove the button, and the button is busy until the bag
 * has been read again, which takes a while on a busy machine.
 */
const tryAgainUntilDone = ({ action, done }: Step) =>
  expect(async () => {
    if (!(await done().isVisible())) await action({ timeout: 3000 }).catch(() => undefined)
    await expect(done()).toBeVisible({ timeout: 8000 })
  }).toPass({ timeout: 40_000 })

const pollMs = 4000

/** Waits until the page shows the outcome; after a reload there may be no message. */
async function outcome(page: Page, { done, failure = /^$/ }: Step, then: Fault['then']) {
  const isFailureShown = async () =>
    (await page.getByText(failure).locator('visible=true').count()) > 0 ||
    (await page.evaluate(() => [...shownToasts])).some((words) => failure.test(words))
  let seen: 'done' | 'failed' | undefined
  const look = async () => {
    if (await done().isVisible()) seen = 'done'
    else if (then !== 'wait' && (await isFailureShown())) seen = 'failed'
    return seen
  }
  if (then === 'look') {
    await expect
      .poll(look, { timeout: pollMs })
      .toBeDefined()
      .catch(() => undefined)
    return seen ?? 'failed'
  }
  await expect.poll(look).toBeDefined()
  return seen
}

const visible = (page: Page, role: 'button' | 'link', name: string | RegExp) =>
  page.getByRole(role, { name }).locator('visible=true').first()

const readCart = async (page: Page, { userId, token }: ConnectionLossShopper) =>
  (await requestStore<{ result: Cart }>(page, token, ['GET', `cart/view/${userId}`])).result

async function emptyCart(page: Page, shopper: ConnectionLossShopper) {
  const { products } = await readCart(page, shopper)
  for (const { _id } of products) {
    const body = { userId: shopper.userId, productItemId: _id }
    await requestStore(page, shopper.token, ['DELETE', 'cart/remove', body])
  }
}

/** Puts one item into an empty bag: another product each time, as stock is limited. */
async function fillCart(page: Page, shopper: ConnectionLossShopper) {
  await emptyCart(page, shopper)
  const { _id, size } = shopper.products.shift()!
  const line = { userId: shopper.userId, productId: _id, size: size[0] }
  await requestStore(page, shopper.token, ['POST', 'cart/add', line])
}

async function chooseFirstSize(page: Page, { products: [product] }: ConnectionLossShopper) {
  await page.goto(`/products/${product!._id}`, { waitUntil: 'networkidle' })
  const sizes = page.getByRole('group', { name: 'Select Size' })
  await sizes.getByRole('radio', { name: product!.size[0] ?? '', exact: true }).check()
}

test('adding to the bag happens once despite each network fault [product.3] [bag.16] [bag.17] @phone @proof', async ({
  page,
}) => {
  const shopper = await connectionLossShopper(page, networkFaults.length + 1)
  await withEachFault(page, {
    url: /\/api\/cart\/add$/,
    prepare: async () => {
      await emptyCart(page, shopper)
      await chooseFirstSize(page, shopper)
    },
    action: (options) => visible(page, 'button', 'Add to bag').click(options),
    isQueued: true,
    done: () => visible(page, 'link', 'Bag, 1 item'),
    books: async () => {
      await expect.poll(() => cartQuantityOf(page, shopper)).toBeGreaterThan(0)
      // A duplicate would follow right after the first.
      await page.waitForLoadState('networkidle')
      expect(await cartQuantityOf(page, shopper)).toBe(1)
    },
  })
})

test('an address is saved once despite each network fault [addr.2] [loc.5] @phone @proof', async ({
  page,
}) => {
  const shopper = await connectionLossShopper(page, networkFaults.length + 1)
  const street = '44 Sapna Sangeeta Road'
  type Addresses = { address: { _id: string; house: string }[] }
  const addresses = async () =>
    (await requestStore<Addresses>(page, shopper.token, ['GET', 'address'])).address
  await withEachFault(page, {
    url: /\/api\/address\/add$/,
    prepare: async () => {
      for (const { _id } of await addresses())
        await requestStore(page, shopper.token, ['DELETE', `address/delete/${_id}`])
      await page.goto('/myaccount/addresses')
      await visible(page, 'button', 'Add New Address').click()
      await fillAddress(page, street)
    },
    action: (options) => visible(page, 'button', 'Save & Continue').click(options),
    isQueued: true,
    done: () => page.getByRole('main').getByText(street).first(),
    books: () =>
      expect.poll(async () => (await addresses()).map((one) => one.house)).toEqual([street]),
  })
})

test('a coupon is applied despite each network fault [coupon.3] @phone @proof', async ({
  page,
}) => {
  const shopper = await connectionLossShopper(page, networkFaults.length + 1)
  await withEachFault(page, {
    url: /\/api\/coupons\/is-applicable$/,
    prepare: async () => {
      await fillCart(page, shopper)
      await page.goto('/about-us')
      await page.evaluate(() => indexedDB.deleteDatabase('keyval-store'))
      await page.goto('/cart')
      await visible(page, 'button', 'Apply Coupon').click()
      await page.getByPlaceholder('Enter Coupon Code').fill('UTSAV20')
    },
    action: (options) =>
      page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click(options),
    done: () => page.getByText('Coupon Applied: UTSAV20'),
    failure: /Failed to apply coupon|Something went wrong/,
    books: async () => expect((await readCart(page, shopper)).products).toHaveLength(1),
    except: ['a reload before the response'],
  })
})

test('proceeding to payment works despite each network fault [bag.14] @phone @proof', async ({
  page,
}) => {
  const shopper = await connectionLossShopper(page, networkFaults.length + 1)
  await withEachFault(page, {
    url: /\/api\/cart\/update(\?|$)/,
    prepare: async () => {
      await fillCart(page, shopper)
      await chooseAddress(page, shopper)
      await page.goto('/cart')
    },
    action: (options) => visible(page, 'button', 'Proceed to Payment').click(options),
    done: () => page.getByRole('heading', { name: 'Choose Payment Info' }),
    failure: /couldn’t continue to payment|Something went wrong/,
    books: async () => expect((await readCart(page, shopper)).addressId).toBe(shopper.addressId),
  })
})

/** At the checkout, with one item and an address. */
async function atCheckout(page: Page, shopper: ConnectionLossShopper, payment: string) {
  await fillCart(page, shopper)
  await chooseAddress(page, shopper)
  // Like "Proceed to Payment", clears what an earlier order left.
  await page.goto('/about-us')
  await page.evaluate(() => localStorage.removeItem('orderSuccessTimestamp'))
  await page.goto('/checkout')
  await page.getByRole('radio', { name: payment }).check()
  await expect(visible(page, 'button', 'Place Order')).toBeEnabled()
}

/** Sold and reserved items equal what left the stock, whatever the network did meanwhile. */
async function expectStockBalances(productIds: string[]) {
  const { db, close } = openConnection(process.env.DATABASE_URL ?? '')
  const accounts = await readAccounts(db, productIds)
  await close()
  expect(accounts.length).toBeGreaterThan(0)
  expect(
    accounts.filter(
      ({ onHand, reserved, sold, moved, reservedByMoves }) =>
        onHand < 0 || reserved + sold !== -moved || reserved !== reservedByMoves,
    ),
  ).toEqual([])
}

const placed = (page: Page) => page.getByText('Your order is placed succesfully!')

test('an order is placed once despite each network fault [checkout.5] [checkout.7] [checkout.8] @phone @proof', async ({
  page,
}) => {
  let shopper: ConnectionLossShopper
  const productIds: string[] = []
  await withEachFault(page, {
    url: /\/api\/cart\/checkout$/,
    // Another customer each time, because unpaid orders per customer are limited.
    prepare: async () => {
      shopper = await connectionLossShopper(page, 1)
      productIds.push(shopper.products[0]!._id)
      await atCheckout(page, shopper, 'Cash on Delivery')
    },
    action: (options) => visible(page, 'button', 'Place Order').click(options),
    done: () => placed(page),
    failure: /Order could not be placed!|couldn’t confirm your order|Something went wrong/,
    books: async () => {
      expect(await orderCountOf(page, shopper)).toBe(1)
      expect(await cartQuantityOf(page, shopper)).toBe(0)
    },
  })
  await expectStockBalances(productIds)
})

/** In the open payment window. */
async function payInWindow(page: Page, options?: { timeout?: number }) {
  await page
    .getByRole('dialog', { name: 'Pehno' })
    .getByRole('button', { name: /^Pay ₹/ })
    .click(options)
}

/** The payments in the store: each order is paid once, and no refund is due. */
async function expectSinglePayments(page: Page, count: number) {
  const orders = await ordersOf(page)
  expect(orders.map(({ paymentStatus }) => paymentStatus)).toEqual(Array(count).fill('paid'))
}

for (const { step, url, ids } of [
  {
    step: 'paying',
    url: /\/sandbox\/window\/pay$/,
    ids: '[checkout.6] [checkout.9] [checkout.10]',
  },
  {
    step: 'verifying a payment',
    url: /\/api\/orders\/verify-payment-prepaid$/,
    ids: '[checkout.6] [checkout.8] [checkout.10]',
  },
]) {
  test(`${step} happens once despite each network fault ${ids} @phone @proof`, async ({ page }) => {
    const shopper = await connectionLossShopper(page, networkFaults.length + 1)
    const productIds = shopper.products.map(({ _id }) => _id)
    let orders = 0
    await withEachFault(page, {
      url,
      prepare: async () => {
        await atCheckout(page, shopper, 'Online Payment')
        await visible(page, 'button', 'Place Order').click()
        await expect(page.getByRole('dialog', { name: 'Pehno' })).toBeVisible()
      },
      action: (options) => payInWindow(page, options),
      done: () => placed(page),
      failure:
        /Payment verification failed!|You seem to be offline|didn’t go through|could not be reached|Something went wrong/,
      books: async () => {
        orders += 1
        await expectSinglePayments(page, orders)
        expect(await cartQuantityOf(page, shopper)).toBe(0)
      },
    })
    await expectStockBalances(productIds)
  })
}

test('tracking an order works despite each network fault [track.1] @phone @proof', async ({
  page,
}) => {
  const shopper = await connectionLossShopper(page, networkFaults.length + 1)
  await atCheckout(page, shopper, 'Cash on Delivery')
  await visible(page, 'button', 'Place Order').click()
  await expect(placed(page)).toBeVisible()
  await withEachFault(page, {
    url: /\/api\/orders\/view$/,
    prepare: () => page.goto('/about-us'),
    action: () => page.goto('/order-listing', { waitUntil: 'commit' }),
    done: () => visible(page, 'link', /^View Details/),
    failure:
      /Unexpected Application Error!|This page didn’t load|isn’t saved yet|Something went wrong/,
    books: async () => expect(await orderCountOf(page, shopper)).toBe(1),
    except: ['a double tap'],
  })
})

test('a guest’s bag is merged into the account once, whatever the network does [bag.18] @phone @proof', async ({
  page,
}) => {
  const shopper = await connectionLossShopper(page, networkFaults.length + 1)
  const { contactNumber } = shopper
  await withEachFault(page, {
    url: /\/api\/cart\/add$/,
    prepare: async () => {
      await emptyCart(page, shopper)
      await page.goto('/about-us')
      await page.evaluate(() => {
        localStorage.clear()
        indexedDB.deleteDatabase('keyval-store')
        sessionStorage.setItem('is-guest', 'true')
      })
      await chooseFirstSize(page, shopper)
      await visible(page, 'button', 'Add to bag').click()
      await expect(visible(page, 'link', 'Bag, 1 item')).toBeVisible()
      await page.goto('/cart#login')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Mobile number').fill(contactNumber)
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await expect(dialog.getByText(`+91-${contactNumber}`)).toBeVisible()
    },
    action: async () =>
      page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill(await codeFor(page, contactNumber)),
    done: () => page.getByRole('heading', { name: 'Items (1)' }),
    failure: /never shown/,
    books: () => expect.poll(() => cartQuantityOf(page, shopper), { timeout: 30_000 }).toBe(1),
    except: ['a double tap'],
  })
})
