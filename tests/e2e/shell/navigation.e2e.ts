import type { Page } from '@playwright/test'

import {
  newPhone,
  onShow,
  addToCart,
  signUp,
  violationsOf,
} from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

test('My Account greets by first name, links to the customer’s pages and logs out [shell.10] [shell.11] @desktop', async ({
  page,
}) => {
  await page.goto('/#login')
  await signUp(page, newPhone())
  const header = page.getByRole('banner')
  const summary = header.getByText('My Account')
  await summary.focus()
  await page.keyboard.press('Enter')

  await expect(header.getByText('Hi, Meera')).toBeVisible()
  for (const name of ['My Profile', 'Track Order', 'My Orders']) {
    await expect(header.getByRole('link', { name })).toBeVisible()
  }
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(header.getByText('Hi, Meera')).toBeHidden()
  await expect(header.locator('summary')).toBeFocused()

  await summary.click()
  await header.getByRole('button', { name: 'Logout' }).click()
  await expect(header.getByRole('button', { name: 'Login' })).toBeVisible()
})

test('the pill shows the number of items in the bag and leads there [shell.22] @phone', async ({
  page,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await addToCart(page, product)
  await page.goto('/')
  const pill = page.getByRole('link', { name: '1 Item(s) in Bag' })
  await expect(pill).toBeVisible()

  await pill.click()

  await expect(page).toHaveURL('/cart')
  await expect(pill).toBeHidden()
})

test('a dialog keeps its size, traps the focus and restores it [shell.28] @desktop', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const login = page.getByRole('button', { name: 'Login' })
  await login.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Login or Signup' })
  await expect(dialog.getByLabel('Mobile number')).toBeFocused()
  const box = dialog.locator('> div')
  await expect.poll(async () => (await box.boundingBox())?.width).toBeLessThanOrEqual(800)
  expect((await box.boundingBox())?.height).toBeLessThanOrEqual(600)

  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    expect(await isFocusBehindDialog(page)).toBe(false)
  }
  await page.setViewportSize({ width: 1440, height: 740 })
  await expect.poll(async () => (await box.boundingBox())?.height).toBeLessThanOrEqual(300)
  await page.setViewportSize({ width: 1440, height: 775 })
  await expect.poll(async () => (await box.boundingBox())?.height).toBeLessThanOrEqual(300)
  await page.keyboard.press('Escape')

  await expect(dialog).toBeHidden()
  await expect(login).toBeFocused()
})

/** On an element of the page behind the dialog; the browser's own controls do not count. */
const isFocusBehindDialog = (page: Page) =>
  page.evaluate(() => {
    const { activeElement, body } = document
    return activeElement !== body && !activeElement?.closest('dialog')
  })

test('static images are served from one folder [shell.30] @phone', async ({ request }) => {
  for (const name of [
    'logo.svg',
    'login-women.svg',
    'login-men.svg',
    'placeholder.svg',
    'avatar-female.svg',
    'avatar-male.svg',
    'closed-store.svg',
    'social-facebook.svg',
    'social-instagram.svg',
    'social-threads.svg',
  ]) {
    const response = await request.get(`/images/${name}`)
    expect({ name, status: response.status() }).toEqual({ name, status: 200 })
    expect(response.headers()['content-type']).toContain('image/svg')
  }
})

test('local storage contains the documented keys only [login.8] @phone', async ({ page }) => {
  await page.goto('/wishlist')
  await expect(page.getByRole('dialog', { name: 'Login or Signup' })).toBeVisible()
  expect(await keysOf(page)).toEqual(['redirectAfterLogin'])
  await signUp(page, newPhone())
  await expect(page).toHaveURL('/wishlist')
  await page.goto('/?gender=men', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Women', exact: true }).locator('visible=true').click()

  await expect.poll(() => keysOf(page)).toEqual(['gender', 'token', 'user'])
})

const keysOf = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())

test('breadcrumbs start at Home and link to it [shell.12] @desktop', async ({ page }) => {
  for (const [path, steps] of [
    ['/about-us', ['Home', 'About us']],
    ['/policies/returns', ['Home', 'Return policy']],
    [
      '/collections?subcategory=women-lehengas-floral-lehengas',
      ['Home', 'Women', 'Lehengas', 'Floral lehengas'],
    ],
  ] as const) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const way = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(way.getByRole('listitem')).toHaveText([...steps])
    await way.getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/')
  }
})
