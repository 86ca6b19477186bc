import type { Page } from '@playwright/test'

import {
  codeFor,
  newPhone,
  onShow,
  addToCart,
  violationsOf,
} from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

/** Runs axe on overlays. Those with tests of their own are left out. */
const isClean = async (page: Page) => expect(await violationsOf(page)).toEqual([])
const close = (page: Page) => page.keyboard.press('Escape')

test('axe finds no faults on the menus [a11y.1] [shell.8] [shell.9] [shell.20] @wide', async ({
  page,
  isMobile,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  for (const name of ['Collection', 'Brands']) {
    const opener = page.getByRole('button', { name, exact: true }).locator('visible=true')
    await opener.click()
    await expect(opener).toHaveAttribute('aria-expanded', 'true')
    if (isMobile && name === 'Collection') {
      await page.getByRole('region', { name }).getByText('Sarees', { exact: true }).click()
    }
    await isClean(page)
    await close(page)
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
  }
})

test('axe finds no faults on the dialogs of a product [a11y.1] [product.1] [product.2]', async ({
  page,
}) => {
  const response = await page.request.get('/api/products/list?limit=1&category=women-kurtis')
  const { result } = (await response.json()) as { result: { data: { _id: string }[] } }
  await page.goto(`/products/${result.data[0]?._id}`, { waitUntil: 'networkidle' })
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Size chart' }).click()
  await expect(dialog.getByRole('img', { name: 'Size chart' })).toBeVisible()
  await isClean(page)
  await close(page)
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: /photo 1 of/ }).click()
  await expect(dialog).toBeVisible()
  await isClean(page)
  await page.keyboard.press('+')
  await expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeVisible()
  await isClean(page)
})

test('the page does not scroll behind a dialog and keeps its position [shell.21]', async ({
  page,
}) => {
  await page.goto('/#login', { waitUntil: 'networkidle' })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const scrolled = () => page.evaluate(() => scrollY)
  const wheel = async () => {
    await page.mouse.move(20, 100)
    await page.mouse.wheel(0, 400)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
  }

  await wheel()
  expect(await scrolled()).toBe(0)
  await close(page)
  await expect(dialog).toBeHidden()
  await wheel()

  await expect.poll(scrolled).toBeGreaterThan(0)
})

test('axe finds no faults from the bag to a new address [a11y.1] [login.2] [addr.1]', async ({
  page,
  isMobile,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await addToCart(page, product)
  await page.goto('/cart', { waitUntil: 'networkidle' })
  const dialog = page.getByRole('dialog')

  await test.step('removing items from the bag', async () => {
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await expect(dialog).toBeVisible()
    await isClean(page)
    await close(page)
    await expect(dialog).toBeHidden()
  })

  await test.step('the steps of the login', async () => {
    const phone = newPhone()
    await page.goto('/cart#login')
    await dialog.getByLabel('Mobile number').fill(phone)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText(`+91-${phone}`)).toBeVisible()
    await isClean(page)
    await dialog.getByRole('textbox').fill(await codeFor(page, phone))
    await dialog.getByLabel('Name').fill('Meera Joshi')
    await isClean(page)
    await dialog.getByLabel('Date of birth').fill('1996-03-14')
    await dialog.getByRole('radio', { name: 'Female' }).check()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByLabel('Name')).toBeHidden()
  })

  await test.step('the location and the address', async () => {
    await page.getByRole('button', { name: 'Select Address to Proceed' }).click()
    const address = page.getByRole('dialog', { name: 'Add address' })
    await expect(address.getByRole('application')).toBeVisible()
    await page.getByRole('application').press('ArrowUp')
    await isClean(page)
    if (!isMobile) return
    await address.getByRole('button', { name: 'Update the pin & proceed' }).click()
    await expect(address.getByLabel('City / District')).toHaveValue('Indore')
    await isClean(page)
  })
})

test('a phone’s Back and Escape close a full-screen menu, whatever has the focus [shell.20] @phone @proof', async ({
  page,
}) => {
  await page.goto('/collections', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Brands' }).click()
  const menu = page.getByRole('region', { name: 'Brands' })
  await expect(menu.getByRole('link').first()).toBeVisible()

  // Chromium sends both actions to the same CloseWatcher; only one of them can be simulated here.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Escape')

  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/collections/)
})
