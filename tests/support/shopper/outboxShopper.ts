import type { BrowserContext, Page } from '@playwright/test'

import { addToCartByCalls, requestStore, openLoggedIn } from './loggedIn.ts'
import { newPhone, type DemoProduct, onShow } from './shopping.ts'
import { expect, untilControlled } from '#tests/support/pages/storeTest.ts'

/** The server's data, requested outside the page. */
export async function readFromServer<Body>(page: Page, path: string): Promise<Body> {
  const { token, userId } = await page.evaluate(() => ({
    token: localStorage.getItem('token'),
    userId: (JSON.parse(localStorage.getItem('user') ?? '{}') as { _id?: string })._id,
  }))
  const response = await page.request.get(`/api${path.replace(':userId', userId ?? '')}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return (await response.json()) as Body
}

export const quantities = async (page: Page) => {
  const { result } = await readFromServer<{ result: { products: { quantity: number }[] } }>(
    page,
    '/cart/view/:userId',
  )
  return result.products.map(({ quantity }) => quantity)
}
/** The requests to the server that save a first address. */
export const address = {
  label: 'home',
  street: '12 Palm Residency',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
}

/** Logged in, with one item in the bag and one address, and every page stored for use offline. */
export async function openShopper(
  page: Page,
  phone = newPhone(),
  login = openLoggedIn,
): Promise<DemoProduct> {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  const loggedIn = await login(page, `/products/${product._id}`, phone)
  await addToCartByCalls(page, loggedIn, product)
  await requestStore(page, loggedIn.token, ['POST', 'address/add', address])
  await untilControlled(page)
  return product
}

/**
 * Cuts the connection and continues with saved pages, so that later pages show no overlay.
 * Playwright cuts the page and its worker one after the other. A response between the two tells the
 * page that it is online, so the page is told that it is offline until it shows that.
 */
export async function goOffline(page: Page, context: BrowserContext) {
  await context.setOffline(true)
  const continueButton = page.getByRole('button', { name: 'Continue with saved pages' })
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await continueButton.click({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
  await expect(continueButton).toBeHidden()
}

/** Responds to these calls with 503 and `Retry-After` in seconds, until `restore`. */
export async function breakCall(page: Page, path: string, retryAfter = 900) {
  let isDown = true
  let attempts = 0
  const isCall = ({ pathname }: URL) => pathname === `/api/${path}`
  await page.context().route(isCall, (route) => {
    attempts += 1
    if (!isDown) return route.continue()
    return route.fulfill({ status: 503, headers: { 'Retry-After': `${retryAfter}` }, body: 'Busy' })
  })
  return { attempts: () => attempts, restore: () => (isDown = false) }
}

/** A customer whose new quantity the store is too busy to save; `retryAfter` as in `breakCall`. */
export async function openWithPendingQuantity(
  page: Page,
  { phone = newPhone(), retryAfter = 900, login = openLoggedIn } = {},
) {
  const product = await openShopper(page, phone, login)
  const cart = await breakCall(page, 'cart/update', retryAfter)
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await quantityOf(page, product).selectOption('2')
  await expect(buttonNamed(page, '1 change waiting to send')).toBeVisible()
  return { product, cart }
}

/** Adds a product to the wishlist on its page. */
export async function tapHeart(page: Page, { _id, name }: DemoProduct) {
  await page.goto(`/products/${_id}`)
  // A browser that has been told so only now shows the bar, and moves what is below it, a moment later.
  if (await page.evaluate(() => !navigator.onLine))
    await expect(page.getByText('You’re offline. Showing saved pages.')).toBeVisible()
  await mainRegion(page)
    .getByRole('button', { name: `Add ${name} to wishlist` })
    .first()
    .click()
}

export const mainRegion = (page: Page) => page.getByRole('main')
export const quantityOf = (page: Page, { name }: DemoProduct) =>
  page.getByLabel(`Quantity of ${name}`)
export const buttonNamed = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Reads all data of the page in IndexedDB, as text. */
export const storedText = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((done, fail) => {
        const opening = indexedDB.open('keyval-store')
        opening.onerror = () => fail(new Error('IndexedDB does not open'))
        opening.onsuccess = () => {
          const all = opening.result.transaction('keyval').objectStore('keyval').getAll()
          all.onsuccess = () => {
            opening.result.close()
            done(JSON.stringify(all.result))
          }
        }
      }),
  )
