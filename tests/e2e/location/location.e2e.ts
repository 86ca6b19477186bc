import type { Page } from '@playwright/test'

import { onShow, addToCart, violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

test.use({ asksForLocation: true })

const question = (page: Page) => page.getByRole('dialog', { name: 'Change Location' })

async function choose(page: Page, words: string, where: RegExp) {
  const dialog = page.getByRole('dialog', { name: 'Your Location' })
  await dialog.getByPlaceholder('Enter your location').fill(words)
  await dialog
    .getByRole('list', { name: 'Places' })
    .getByRole('button', { name: where })
    .first()
    .click()
}

const stored = (page: Page) => page.evaluate(() => ({ ...sessionStorage }))

test('a place without delivery is reported, and another one can be chosen [loc.2] [loc.9] [loc.10] [shell.14]', async ({
  page,
}) => {
  await page.goto('/')
  await question(page).getByRole('button', { name: 'Enter manually' }).click()
  expect(await violationsOf(page)).toEqual([])
  await choose(page, 'leh', /Ladakh/)

  const refusal = page.getByRole('dialog', { name: 'We are not serviceable in your area.' })
  await expect(refusal.getByText('We will soon be available in your area.')).toBeVisible()
  await expect(page.getByText('Unserviceable').locator('visible=true').first()).toBeVisible()
  const heights = await headerHeights(page)
  expect(await violationsOf(page)).toEqual([])
  expect(await stored(page)).toMatchObject({
    'location-popup-shown': 'true',
    isServiceable: 'false',
    'user-address': expect.stringContaining('Leh'),
  })

  await refusal.getByRole('button', { name: 'Enter manually' }).click()
  await choose(page, 'vijay nagar', /Indore/)

  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Unserviceable').locator('visible=true')).toBeHidden()
  expect(heights).toEqual(await headerHeights(page))
  await expect.poll(async () => (await stored(page)).isServiceable).toBe('true')
  expect((await stored(page))['last-checked-latlong']).toBe((await stored(page))['user-lat-long'])
})

/** Widths of several phones, in px. */
async function headerHeights(page: Page): Promise<number[]> {
  const size = page.viewportSize()!
  const heights: number[] = []
  for (const width of [360, 390, 430, size.width]) {
    await page.setViewportSize({ ...size, width })
    const box = await page.locator('header').locator('visible=true').first().boundingBox()
    heights.push(box!.height)
  }
  return heights
}

test('the location question never appears offline, and does so once the connection is back [loc.1] [pwa.7]', async ({
  page,
  context,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(question(page)).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Continue with saved pages' }).click()
  await expect(page.getByText('You’re offline. Showing saved pages.')).toBeVisible()
  await expect(question(page)).toBeHidden()

  await context.setOffline(false)
  await expect(question(page)).toBeVisible()
})

test('the location is asked for once per session, and never again once it is known [loc.1]', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await question(page).getByRole('button', { name: 'Close' }).click()
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Choose Address' }).locator('visible=true').click()
  await choose(page, 'vijay nagar', /Indore/)
  await expect(page.getByText(/^Vijay Nagar/).locator('visible=true')).toBeVisible()

  // Another tab is another session; the location is stored on the device.
  const later = await context.newPage()
  await later.goto('/')
  await expect.poll(async () => (await stored(later))['location-popup-shown']).toBe('true')
  await expect(later.getByText(/^Vijay Nagar/).locator('visible=true')).toBeVisible()
  await expect(question(later)).toBeHidden()
})

test('a guest’s location is asked for once, and the bag leads to the login [loc.1] [bag.12] @proof', async ({
  page,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await page.goto('/')
  await question(page).getByRole('button', { name: 'Enter manually' }).click()
  await choose(page, 'vijay nagar', /Indore/)
  await expect(page.getByRole('dialog')).toBeHidden()
  await addToCart(page, product)

  await page.goto('/cart')
  await expect(page.getByText('Vijay Nagar, Indore, Madhya Pradesh 452010')).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()

  await expect(page.getByRole('dialog', { name: 'Login or Signup' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('the location is also asked for on a page opened by its URL, but not over the login [loc.1] [shell.4] @proof', async ({
  page,
}) => {
  await page.goto('/about-us#login')
  const login = page.getByRole('dialog', { name: 'Login or Signup' })
  await expect(login).toBeVisible()
  await login.getByRole('button', { name: 'Close' }).click()

  await expect(question(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})
