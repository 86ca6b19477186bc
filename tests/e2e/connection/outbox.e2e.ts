import type { Page } from '@playwright/test'

import {
  address,
  openShopper,
  breakCall,
  goOffline,
  mainRegion,
  buttonNamed,
  quantities,
  quantityOf,
  readFromServer,
  storedText,
  tapHeart,
  openWithPendingQuantity,
} from '#tests/support/shopper/outboxShopper.ts'
import { violationsOf, writeStreet } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'
import { untilToast } from '#tests/support/pages/toasts.ts'

const hearts = async (page: Page) =>
  (await readFromServer<{ allProductIds?: string[] }>(page, '/wishlist/viewWishlistProductIds'))
    .allProductIds
/** The addresses on the server, newest first. */
const streets = async (page: Page) =>
  (await readFromServer<{ address: { street: string }[] }>(page, '/address')).address.map(
    ({ street }) => street,
  )
/** Reads all data of the customer on the server, as text. */
const everything = async (page: Page) => JSON.stringify(await readFromServer(page, '/user/export'))

/** The changes that the page sends, with their idempotency keys. */
function watchChanges(page: Page) {
  const sent: { call: string; key: string | undefined }[] = []
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key']
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && key)
      sent.push({ call: `${request.method()} ${pathname}`, key })
  })
  return sent
}

test('changes made offline in bag, wishlist, addresses and profile are marked, survive a reload, and are sent once [pwa.13] [wish.4] @phone', async ({
  page,
  context,
}) => {
  const product = await openShopper(page)
  await page.goto('/myaccount/profile', { waitUntil: 'networkidle' })
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await page.goto('/myaccount/addresses', { waitUntil: 'networkidle' })
  await goOffline(page, context)

  await page.getByRole('button', { name: 'Change Address' }).click()
  const form = page.getByRole('dialog', { name: 'Change address' })
  await writeStreet(form, 'Flat 302, 7 Lake View')
  await form.getByRole('button', { name: 'Update Address' }).click()
  await expect(form).toBeHidden()
  await expect(mainRegion(page).getByText('Waiting to send')).toBeVisible()
  await expect(mainRegion(page).getByText('7 Lake View')).toBeVisible()
  await page.reload()
  await expect(mainRegion(page).getByText('7 Lake View')).toBeVisible()
  expect(await storedText(page)).toContain('7 Lake View')

  await page.goto('/cart')
  await quantityOf(page, product).selectOption('2')
  // The item, and the address that it is delivered to.
  await expect(mainRegion(page).getByText('Waiting to send')).toHaveCount(2)
  await tapHeart(page, product)
  await expect(buttonNamed(page, '3 changes waiting to send')).toBeVisible()
  await page.goto('/myaccount/profile')
  await page.getByLabel('First Name').fill('Mira')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(mainRegion(page).getByText('Waiting to send')).toBeVisible()
  await page.goto('/cart')
  await expect(quantityOf(page, product)).toHaveValue('2')
  await buttonNamed(page, '4 changes waiting to send').click()
  const sheet = page.getByRole('dialog', { name: 'Waiting to send' })
  await expect(sheet.getByRole('listitem')).toHaveCount(4)
  expect(await violationsOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Close' }).click()

  const sent = watchChanges(page)
  await context.setOffline(false)
  await expect.poll(() => quantities(page)).toEqual([2])
  await expect.poll(() => hearts(page)).toEqual([product._id])
  await expect(buttonNamed(page, /waiting to send/)).toBeHidden()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toContain('Mira')
  await expect.poll(() => everything(page)).toContain('7 Lake View')
  expect(await everything(page)).toContain('Mira')
  // As a saved address, and as the one that is chosen for the delivery.
  const timesStored = async () => (await storedText(page)).split('7 Lake View').length - 1
  await expect.poll(timesStored).toBe(2)
  const changes = sent.filter(({ call }) => !call.includes('/push/'))
  expect(changes.map(({ call }) => call)).toEqual([
    'PUT /api/address/update',
    'PUT /api/cart/update',
    'POST /api/wishlist/add',
    'PUT /api/user/profile',
  ])
})

test('a bag and a wishlist emptied offline stay empty after a reload [pwa.7] [pwa.13] @phone @proof', async ({
  page,
  context,
}) => {
  const product = await openShopper(page)
  await tapHeart(page, product)
  await expect.poll(() => hearts(page)).toEqual([product._id])
  await page.goto('/wishlist', { waitUntil: 'networkidle' })
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await goOffline(page, context)

  await mainRegion(page).getByRole('button', { name: 'Remove', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Remove from bag?' })
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(mainRegion(page).getByText('You have no items in cart')).toBeVisible()
  await page.reload()
  await expect(mainRegion(page).getByText('You have no items in cart')).toBeVisible()
  await page.goto('/wishlist')
  await mainRegion(page)
    .getByRole('button', { name: `Remove ${product.name} from wishlist` })
    .click()
  await expect(mainRegion(page).getByText('You have no items in wishlist')).toBeVisible()
  await page.reload()
  await expect(mainRegion(page).getByText('You have no items in wishlist')).toBeVisible()

  await context.setOffline(false)
  await expect.poll(() => quantities(page), { timeout: 60_000 }).toEqual([])
  await expect.poll(() => hearts(page), { timeout: 60_000 }).toEqual([])
})

test('an address added offline is chosen in the bag, survives a reload, is sent once, and receives the order [pwa.13] [bag.11] @phone @proof', async ({
  page,
  context,
}) => {
  await openShopper(page)
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await goOffline(page, context)
  await page.getByRole('button', { name: 'Change Address' }).click()
  await page.getByRole('button', { name: 'Add New Address' }).click()
  const form = page.getByRole('dialog', { name: 'Add address' })
  await expect(form.getByText(/so we can’t show the map/)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await writeStreet(form, 'Flat 302, 7 Lake View')
  await form.getByLabel('City / District').fill('Indore')
  await form.getByLabel('PIN code').fill('452010')
  await form.getByRole('button', { name: 'Home' }).click()
  await form.getByRole('button', { name: 'Save & Continue' }).click()
  await expect(mainRegion(page).getByText('7 Lake View')).toBeVisible()
  await page.reload()
  await expect(mainRegion(page).getByText('7 Lake View')).toBeVisible()
  await expect(mainRegion(page).getByText('Waiting to send')).toBeVisible()
  await expect(buttonNamed(page, '1 change waiting to send')).toBeVisible()

  const sent = watchChanges(page)
  await context.setOffline(false)
  await expect(buttonNamed(page, /waiting to send/)).toBeHidden()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()

  await expect(page.getByRole('radio', { name: 'Online Payment' })).toBeChecked()
  await expect(mainRegion(page).getByText('7 Lake View')).toBeVisible()
  expect(await streets(page)).toEqual(['Flat 302, 7 Lake View', address.street])
  expect(sent.filter(({ call }) => call.includes('/address'))).toHaveLength(1)
})

test('a store that fails for ten seconds loses no wishlist change and gets few retries [pwa.13] @phone @proof', async ({
  page,
}) => {
  const product = await openShopper(page)
  let [posts, probes] = [0, 0]
  let isDown = true
  await page.context().route('**/api/wishlist/add', async (route) => {
    posts += 1
    if (!isDown) return route.continue()
    return route.fulfill({ status: 500, body: 'Internal error' })
  })
  page.context().on('request', (request) => {
    if (request.url().includes('/healthz')) probes += 1
  })
  await tapHeart(page, product)
  // On a busy machine the first retry may follow before this is read.
  await expect.poll(() => posts).toBeGreaterThan(0)

  const began = Date.now()
  await expect(buttonNamed(page, '1 change waiting to send')).toBeVisible()
  await expect.poll(() => Date.now() - began, { timeout: 15_000 }).toBeGreaterThan(10_000)
  expect(posts).toBeGreaterThan(1)
  expect(posts).toBeLessThanOrEqual(8)
  expect(probes).toBeLessThanOrEqual(8)

  isDown = false
  await expect.poll(() => hearts(page)).toEqual([product._id])
  await expect(buttonNamed(page, /waiting to send/)).toBeHidden()
})

test('the list of pending changes undoes one and retries another [pwa.13] @phone @proof', async ({
  page,
}) => {
  const { product, cart } = await openWithPendingQuantity(page)
  await buttonNamed(page, '1 change waiting to send').click()
  const sheet = page.getByRole('dialog', { name: 'Waiting to send' })

  await sheet.getByRole('button', { name: `Undo: Change to quantity 2, ${product.name}` }).click()
  await expect(sheet.getByText('Nothing is waiting to be sent.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await expect(quantityOf(page, product)).toHaveValue('1')
  await expect(mainRegion(page).getByText('Waiting to send')).toBeHidden()

  await quantityOf(page, product).selectOption('3')
  await buttonNamed(page, '1 change waiting to send').click()
  const again = sheet.getByRole('button', {
    name: `Try again: Change to quantity 3, ${product.name}`,
  })
  const before = cart.attempts()
  await again.click()
  await expect.poll(cart.attempts).toBe(before + 1)
  await expect(again).toBeEnabled()
  cart.restore()
  await again.click()

  await expect(sheet.getByText('Nothing is waiting to be sent.')).toBeVisible()
  expect(await quantities(page)).toEqual([3])
})

test('proceeding to payment sends pending changes first, or reports that it could not [pwa.13] [bag.9] @phone', async ({
  page,
}) => {
  const product = await openShopper(page)
  const cart = await breakCall(page, 'cart/update')
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await quantityOf(page, product).selectOption('2')
  await expect(mainRegion(page).getByText('Waiting to send')).toBeVisible()
  const proceed = page.getByRole('button', { name: 'Proceed to Payment' })

  await proceed.click()
  await untilToast(
    page,
    'Some of your changes haven’t been sent yet. Please check your connection and try again.',
  )
  await expect(page).toHaveURL(/\/cart$/)
  expect(await quantities(page)).toEqual([1])
  cart.restore()
  await proceed.click()

  await expect(page).toHaveURL(/\/checkout$/)
  expect(await quantities(page)).toEqual([2])
})

test('offline the chosen delivery address and the saved ones survive a reload [pwa.6] [pwa.7] @phone @proof', async ({
  page,
  context,
}) => {
  await openShopper(page)
  await page.goto('/myaccount/addresses', { waitUntil: 'networkidle' })
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await expect(mainRegion(page).getByText(address.street)).toBeVisible()
  await goOffline(page, context)

  await page.reload()
  await expect(mainRegion(page).getByText(address.street)).toBeVisible()
  await mainRegion(page).getByRole('button', { name: 'Change address' }).click()
  const picker = page.getByRole('dialog', { name: 'Select Delivery Address' })
  await expect(picker.getByText(address.street)).toBeVisible()
  await picker.getByRole('button', { name: 'Close' }).click()

  await context.setOffline(false)
  await expect(page.getByText('You’re offline. Showing saved pages.')).toBeHidden()
  await expect(mainRegion(page).getByText(address.street)).toBeVisible()
})

test('the bag pill, the pending changes and a toast cover neither each other nor the end of the page [shell.22] [shell.27] [pwa.13] @phone @proof', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openShopper(page)
  await page.goto('/collections', { waitUntil: 'networkidle' })
  await goOffline(page, context)

  const boxes = boxesWithToast(page, 'Saved on this device. We’ll keep trying to send it.')
  await mainRegion(page)
    .getByRole('button', { name: /^Add .* to wishlist$/ })
    .first()
    .click()
  const { toast, waiting, pill, bars } = await boxes

  expect(toast.bottom).toBeLessThanOrEqual(pill.top)
  expect(waiting.right).toBeLessThanOrEqual(pill.left)
  expect(Math.abs(middle(waiting) - middle(pill))).toBeLessThan(1)
  expect(pill.bottom).toBeLessThanOrEqual(bars.top)
  expect(waiting.left).toBeGreaterThanOrEqual(0)
  expect(pill.right).toBeLessThanOrEqual(360)

  await page.goto('/about-us')
  await expect(buttonNamed(page, '1 change waiting to send')).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const last = await page.getByRole('link', { name: 'Threads' }).boundingBox()
  expect(last!.y + last!.height).toBeLessThanOrEqual(pill.top)
})

const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2

/** The positions of elements at the bottom at the moment a toast appears. */
const boxesWithToast = (page: Page, words: string) =>
  page.evaluate(
    (text) =>
      new Promise<Record<'toast' | 'waiting' | 'pill' | 'bars', DOMRect>>((done) => {
        const box = (element: Element) => element.getBoundingClientRect()
        const first = (selector: string, label: string) =>
          [...document.querySelectorAll(selector)].find((element) =>
            element.textContent.includes(label),
          )
        const check = () => {
          const toast = first('[popover] > [role="status"]', text)
          const waiting = first('button', 'waiting')
          const pill = first('a', 'Item(s) in Bag')
          const bars = first('nav', 'Account')
          const isAtRest = toast?.getAnimations().length === 0
          if (!isAtRest || !waiting || !pill || !bars) return requestAnimationFrame(check)
          done({ toast: box(toast), waiting: box(waiting), pill: box(pill), bars: box(bars) })
        }
        check()
      }),
    words,
  )
