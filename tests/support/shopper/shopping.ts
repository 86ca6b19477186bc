import { randomInt } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'

import { findViolations } from '#tests/support/pages/findViolations.ts'
import { untilToast } from '#tests/support/pages/toasts.ts'

/** The steps of a shopper, done in the user interface. */

export type DemoProduct = {
  brand: { _id: string; name: string; is_try_and_buy_visible: boolean }
  _id: string
  name: string
  size: string[]
  stock: Record<string, number>
  discountedPrice: number
}

const enoughStock = 3

/**
 * Products of the demo store with enough stock in their first size: from this price on, and cheap
 * enough that a few of them can be paid in cash.
 */
export async function onShow(page: Page, count: number, priceMin = 0): Promise<DemoProduct[]> {
  const price = `priceMin=${priceMin}&priceMax=${priceMin + 3000}`
  // The tests order to Indore. Another test may have sold there what other warehouses still have.
  const query = `limit=60&inStock=true&warehouse=indore&${price}`
  const response = await page.request.get(`/api/products/list?${query}`)
  const { result } = (await response.json()) as { result: { data: DemoProduct[] } }
  const found = result.data.filter(({ size, stock }) => (stock[size[0] ?? ''] ?? 0) >= enoughStock)
  // Tests run in parallel, so each one uses other products.
  const from = randomInt(found.length - count)
  return found.slice(from, from + count)
}

/** Opens a product, chooses its first size and adds it to the bag. */
export async function addToCart(page: Page, { _id, size }: DemoProduct): Promise<void> {
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })
  const sizes = page.getByRole('group', { name: 'Select Size' })
  await sizes.getByRole('radio', { name: size[0] ?? '', exact: true }).check()
  await page.getByRole('button', { name: 'Add to bag' }).locator('visible=true').click()
  await untilToast(page, 'Added to bag')
}

/**
 * A street for each test that orders: unpaid orders to one address are limited, whoever places
 * them.
 */
export const newStreet = () => `12 Palm Residency, Flat ${randomInt(1_000_000)}`

/**
 * A place in Vijay Nagar, Indore, for the same reason: unpaid orders to one building are limited.
 */
export const newPoint = () => ({
  latitude: (22.75 + randomInt(6600) / 1e6).toFixed(6),
  longitude: (75.89 + randomInt(7400) / 1e6).toFixed(6),
})

/** All keys that the pages write to local and session storage from now on. */
export async function recordStorageKeys(page: Page) {
  const written = { local: new Set<string>(), session: new Set<string>() }
  await page.exposeFunction('noteKey', (where: keyof typeof written, key: string) => {
    written[where].add(key)
  })
  await page.addInitScript(() => {
    const { noteKey } = window as unknown as { noteKey: (where: string, key: string) => void }
    const write = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      noteKey(this === localStorage ? 'local' : 'session', key)
      write.call(this, key, value)
    }
  })
  return written
}

/** A phone number without an account. */
export const newPhone = () => `9${String(randomInt(1_000_000_000)).padStart(9, '0')}`

/** Creates an account in the open login dialog, with the OTP that the store has sent. */
export async function signUp(page: Page, phone: string): Promise<void> {
  await requestCode(page, phone)
  await enterCodeAndDetails(page, phone)
}

/** The first half: up to the OTP. */
export async function requestCode(page: Page, phone: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mobile number').fill(phone)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText(`+91-${phone}`)).toBeVisible()
}

export async function enterCodeAndDetails(page: Page, phone: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(await codeFor(page, phone))
  await dialog.getByLabel('Name').fill('Meera Joshi')
  await dialog.getByLabel('Date of birth').fill('1996-03-14')
  await dialog.getByRole('radio', { name: 'Female' }).check()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('dialog', { name: 'User Details' })).toBeHidden()
}

/** The OTP that the store has sent last. */
export async function codeFor(page: Page, phone: string): Promise<string> {
  const response = await page.request.get(`/dev/inbox?phone=${phone}`, {
    headers: { Accept: 'application/json' },
  })
  const [newest] = (await response.json()) as { otp?: string }[]
  return newest?.otp ?? ''
}

/**
 * Fills in the open address dialog: moves the pin north, enters house and label. On phones these
 * are two steps.
 */
export async function writeAddress(page: Page, street: string): Promise<void> {
  const dialog = await fillAddress(page, street)
  await dialog.getByRole('button', { name: 'Save & Continue' }).click()
  await expect(dialog).toBeHidden()
}

/** From this width on the dialog shows map and form side by side. */
const wideFromPx = 900

/** Fills in house and street; the house is the first part. */
export async function writeStreet(dialog: Locator, street: string): Promise<void> {
  const [house = '', ...rest] = street.split(', ')
  await dialog.getByLabel('House or flat number, floor, building').fill(house)
  await dialog.getByLabel('Address', { exact: true }).fill(rest.join(', ') || 'Scheme 54')
}

/** The same up to the save button. */
export async function fillAddress(page: Page, street: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Add address' })
  const further = dialog.getByRole('button', { name: 'Update the pin & proceed' })
  const save = dialog.getByRole('button', { name: 'Save & Continue' })
  await expect(further.or(save)).toBeVisible()
  // Not whether a button is there: the dialog has another name while the pin's address is looked up.
  const hasSteps = (page.viewportSize()?.width ?? 0) < wideFromPx
  await page.getByRole('application').press('ArrowUp')
  if (hasSteps) await further.click()
  await writeStreet(dialog, street)
  await expect(dialog.getByLabel('City / District')).toHaveValue('Indore')
  await dialog.getByRole('button', { name: 'Home' }).click()
  return dialog
}

/**
 * The accessibility faults that axe finds on the page. A button that became enabled during the
 * check is judged with the colours of two states, so faults are checked a second time.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  const first = await violationsWhenIdle(page)
  return first.length === 0 ? first : violationsWhenIdle(page)
}

/** One rule is off by default: what a control shows is part of its name. */
const axeOptions = { rules: { 'label-content-name-mismatch': { enabled: true } } }

/** Animations are off: a toast that appears just then would be judged half transparent. */
async function violationsWhenIdle(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
      ),
  )
  const violations = await findViolations(page, axeOptions)
  await page.emulateMedia({ reducedMotion: null })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

type Placed = {
  orderStatus: string
  history: { status: string }[]
  paymentStatus: string
  paymentMethod: string
  orderType: string
  amountDetails: { baseAmount: number; discountedAmount: number; finalAmount: number }
  receiver?: { name: string; contactNumber: string } | null
}

/** The orders of the logged-in customer, as the server returns them. */
export async function ordersOf(page: Page): Promise<Placed[]> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const response = await page.request.get('/api/orders/view', {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { result: { data: Placed[] } }).result.data
}

/** Scrolls a little, once the page is long enough: what is not part of the first view loads then. */
export const scrollDown = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        scrollBy(0, 100)
        return scrollY
      }),
    )
    .toBeGreaterThan(0)
