import type { Locator, Page } from '@playwright/test'

import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'
import { newPhone, onShow, addToCart, signUp } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

test.describe.configure({ timeout: 240_000 })

const visible = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).locator('visible=true').first()

/**
 * The requirements of shell.28 for each modal: its size, the focus stays inside, Escape closes it
 * and returns the focus to the opener.
 */
async function expectModal(page: Page, opener: Locator, title: string | RegExp) {
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  const { width, height } = await sizeOf(dialog)
  expect.soft(width, `width of ${String(title)}`).toBeLessThanOrEqual(800)
  expect.soft(height, `height of ${String(title)}`).toBeLessThanOrEqual(600)

  await expect(dialog.getByText('Loading...')).toBeHidden()
  const isInside = () => dialog.evaluate((box) => box.contains(document.activeElement))
  // The placeholder that opens with the tap is replaced by the dialog, which gets the focus.
  await expect.poll(isInside, `focus in ${String(title)}`).toBe(true)
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press(key)
      // Between the last and the first stop the focus is in the browser's own controls.
      const hasFocus = await page.evaluate(() => document.activeElement !== document.body)
      if (hasFocus) expect.soft(await isInside(), `${key} in ${String(title)}`).toBe(true)
    }
  }

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

/**
 * With any amount of content, and with an on-screen keyboard, which covers a part of the window.
 */
async function expectBounds(page: Page, isMobile: boolean) {
  const window = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.goto('/#login', { waitUntil: 'networkidle' })
  const dialog = page.getByRole('dialog', { name: 'Login or Signup' })
  await dialog.getByLabel('Mobile number').evaluate((field) => {
    const much = document.createElement('p')
    much.textContent = 'Much to read. '.repeat(3000)
    field.closest('form')?.append(much)
  })
  expect((await sizeOf(dialog)).height).toBe(600)

  await page.setViewportSize({ ...window, height: window.height - 151 })
  await expect.poll(async () => (await sizeOf(dialog)).height).toBe(300)
  if (isMobile) {
    // The dialog stands above the keyboard once it has moved.
    const bottomOf = () =>
      dialog.evaluate((box) => box.firstElementChild?.getBoundingClientRect().bottom)
    await expect.poll(bottomOf).toBe(window.height - 151)
  }
  await page.setViewportSize(window)
  await expect.poll(async () => (await sizeOf(dialog)).height).toBe(600)
  await page.keyboard.press('Escape')
}

/** Of the visible part; a tap on the backdrop around it closes it. */
const sizeOf = (dialog: Locator) =>
  dialog.evaluate((element) => {
    const { width, height } = (element.firstElementChild ?? element).getBoundingClientRect()
    return { width, height }
  })

test('each dialog keeps its size and the focus, closes on Escape, and gives the focus back [shell.28] @proof', async ({
  page,
  isMobile,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await page.goto('/', { waitUntil: 'networkidle' })
  await expectModal(page, visible(page, isMobile ? 'Account' : 'Login'), 'Login or Signup')
  await expectBounds(page, isMobile)
  await addToCart(page, product)
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await expectModal(page, visible(page, 'Remove'), 'Remove from bag?')
  await expectModal(page, visible(page, 'Move to wishlist'), 'Move to wishlist?')
  await expectModal(page, visible(page, 'Change Address'), 'Your Location')

  await page.goto('/cart#login')
  await signUp(page, newPhone())
  await placeOrder(page)
  await addToCart(page, product)
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await expectModal(page, visible(page, 'Change Address'), 'Select Delivery Address')

  await page.goto('/myaccount/profile', { waitUntil: 'networkidle' })
  await expectModal(page, visible(page, 'Delete account'), 'Delete account?')

  await page.goto(`/products/${product._id}`, { waitUntil: 'networkidle' })
  await page
    .getByRole('main')
    .getByRole('button', { name: `Add ${product.name} to wishlist` })
    .first()
    .click()
  const filled = page.getByRole('button', { name: `Remove ${product.name} from wishlist` })
  await expect(filled.first()).toBeVisible()
  await page.goto('/wishlist', { waitUntil: 'networkidle' })
  await expectModal(page, visible(page, 'Move to cart'), 'Select Size')

  const response = await page.request.get('/api/products/list?limit=1&category=women-kurtis')
  const { result } = (await response.json()) as { result: { data: { _id: string }[] } }
  await page.goto(`/products/${result.data[0]?._id}`, { waitUntil: 'networkidle' })
  await expectModal(page, visible(page, 'Size chart'), 'Size chart')
})

test('the ninth subcategory of the menu starts the next column [shell.8] @desktop', async ({
  page,
}) => {
  await page.route('**/api/categories/list*', async (route) => {
    const response = await route.fetch()
    const { result, ...rest } = (await response.json()) as {
      result: { data: { _id: string; subcategories: object[] }[] }
    }
    const data = result.data.map((category) => ({
      ...category,
      subcategories: Array.from(
        { length: category._id === 'women-sarees' ? 17 : 3 },
        (_, place) => ({
          ...category.subcategories[0],
          _id: `${category._id}-${place + 1}`,
          name: `${category._id} ${place + 1}`,
        }),
      ),
    }))
    await route.fulfill({ response, json: { ...rest, result: { data } } })
  })
  await page.goto('/about-us', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Collection', exact: true }).hover()
  const place = async (count: number) => {
    const link = page.getByRole('link', { name: `women-sarees ${count}`, exact: true })
    const box = await link.boundingBox()
    return { x: box?.x ?? 0, y: box?.y ?? 0 }
  }
  await expect(page.getByRole('link', { name: 'women-sarees 17', exact: true })).toBeVisible()
  const [first, eighth, ninth, last] = [
    await place(1),
    await place(8),
    await place(9),
    await place(17),
  ]

  expect(eighth.x).toBe(first.x)
  expect(ninth.y).toBe(first.y)
  expect(ninth.x).toBeGreaterThan(first.x)
  expect(last.y).toBe(first.y)
  expect(last.x).toBeGreaterThan(ninth.x)
  const header = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(header).toBeLessThanOrEqual(0)
})

test('a toast over a dialog covers none of its fields and buttons [shell.27] [login.4]', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.goto('/#login')
  const dialog = page.getByRole('dialog', { name: 'Login or Signup' })
  await dialog.getByLabel('Mobile number').fill('9826041375')
  await page.route('**/api/user/login', (route) => route.abort())

  await dialog.getByRole('button', { name: 'Submit' }).click()
  const covered = await page.waitForFunction(() => {
    const toast = document.querySelector('[popover] > [role="status"]')?.getBoundingClientRect()
    if (!toast) return undefined
    const controls = document.querySelectorAll('dialog[open] :is(input, button, a)')
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
    return [...controls]
      .filter((control) => isUnder(control.getBoundingClientRect()))
      .map(({ outerHTML }) => outerHTML)
  })

  expect(await covered.jsonValue()).toEqual([])
})
