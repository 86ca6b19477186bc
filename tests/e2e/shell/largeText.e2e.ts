import type { Page } from '@playwright/test'

import { isFull } from '#tests/support/proofScale.ts'
import { setTextSize, tooNarrow, widthOf } from '#tests/support/pages/largeText.ts'
import { addToCartByCalls, openLoggedIn, requestStore } from '#tests/support/shopper/loggedIn.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'
import { onShow, addToCart } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

const paths = [
  '/',
  '/collections?category=women-sarees',
  '/cart',
  '/myaccount/addresses',
  '/customer-support',
  ...(isFull
    ? [
        '/search?search=kurta',
        '/wishlist',
        '/myaccount',
        '/myaccount/profile',
        '/frequently-asked-questions',
        '/contact-us',
        '/about-us',
      ]
    : []),
]

const sizes = [
  { width: 320, percent: 100, project: '@phone @proof' },
  { width: 360, percent: 200, project: '@phone' },
  { width: 1280, percent: 200, project: '@desktop @proof' },
]

for (const { width, percent, project } of sizes) {
  test(`nothing overflows at ${width} px and ${percent} % text [a11y.1] ${project}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await setTextSize(page, percent)
    const [product] = await onShow(page, 1)
    if (!product) throw new Error('The demo store is sold out')
    await openLoggedIn(page, '/')
    const { orderId } = await placeOrder(page)
    await addToCart(page, product)

    const ofOrder = ['/order-listing', '/order-tracking', `/order-details?id=${orderId}`]
    for (const path of [...paths, `/products/${product._id}`, ...ofOrder]) {
      // The pages of an order keep a connection open.
      await page.goto(path, ofOrder.includes(path) ? {} : { waitUntil: 'networkidle' })
      if (ofOrder.includes(path)) await expect(page.locator('main img').first()).toBeVisible()
      await expect(page.getByRole('main')).not.toBeEmpty()
      expect({ path, wide: await widthOf(page) }).toEqual({ path, wide: width })
      expect({ path, cut: await tooNarrow(page) }).toEqual({ path, cut: [] })
      if (path === '/cart') expect(await beyondFrame(page, 'Change Address')).toBeLessThan(1)
    }
  })
}

test('a desktop with text at twice the size uses the layout of a narrower window [a11y.1] @desktop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await setTextSize(page, 200)
  await page.goto('/')

  await expect(page.getByRole('navigation', { name: 'Store' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
})

test('a very long word does not widen the page [a11y.1] @proof', async ({ page, isMobile }) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  if (!isMobile) await page.setViewportSize({ width: 1000, height: 800 })
  const { width } = page.viewportSize() ?? {}

  for (const path of [`/products/${product._id}`, `/collections?brands=${product.brand._id}`]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const changed = await page.evaluate(
      (names) => {
        const leaves = [...document.body.querySelectorAll('*')].filter(
          ({ children, textContent }) => children.length === 0 && names.includes(textContent),
        )
        for (const leaf of leaves) leaf.textContent = 'w'.repeat(64)
        return leaves.length
      },
      [product.name, product.brand.name],
    )
    expect(changed).toBeGreaterThan(1)
    expect({ path, wide: await widthOf(page) }).toEqual({ path, wide: width })
  }
})

test('a very long word in an address stays within the screen [a11y.1] [addr.1] [bag.11] @phone @proof', async ({
  page,
}) => {
  const loggedIn = await openLoggedIn(page, '/about-us')
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await addToCartByCalls(page, loggedIn, product)
  const home = { street: 'w'.repeat(90), label: 'home', city: 'Indore', state: 'Madhya Pradesh' }
  const at = { postalCode: '452010', latitude: '22.7533', longitude: '75.8937' }
  await requestStore(page, loggedIn.token, ['POST', 'address/add', { ...home, ...at }])
  const { width = 0 } = page.viewportSize() ?? {}
  const addNew = page.getByRole('button', { name: 'Add New Address' })
  const rightOfAddNew = async () => {
    await expect(addNew).toBeVisible()
    const box = await addNew.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? Infinity)
  }

  await page.goto('/myaccount/addresses')
  expect(await rightOfAddNew()).toBeLessThan(width)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Change Address' }).click()
  expect(await rightOfAddNew()).toBeLessThan(width)
})

test('a phone in landscape shows a product’s name and price [product.5] @phone', async ({
  page,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto(`/products/${product._id}`)

  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  const photo = await main.getByRole('button', { name: /, photo 1 of/ }).boundingBox()
  const name = await main.getByRole('heading', { level: 1 }).boundingBox()
  expect(name?.x).toBeGreaterThan((photo?.x ?? 0) + (photo?.width ?? 0))
  expect((name?.y ?? 0) + (name?.height ?? 0)).toBeLessThan(300)
})

/** The overflow of a button's text in px. */
const beyondFrame = (page: Page, name: string) =>
  page.getByRole('button', { name }).evaluate((button) => {
    const frame = button.closest('section')
    if (!frame) throw new Error('It is in no frame')
    const room =
      frame.getBoundingClientRect().right - parseFloat(getComputedStyle(frame).paddingRight)
    const words = document.createRange()
    words.selectNodeContents(button)
    return words.getBoundingClientRect().right - room
  })

test('with reduced motion nothing is animated [a11y.1] @phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/', { waitUntil: 'networkidle' })

  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')].flatMap((node) => {
        const { transitionDuration, animationDuration } = getComputedStyle(node)
        return `${transitionDuration}, ${animationDuration}`.split(', ').map(parseFloat)
      }),
    ),
  )

  expect(longest).toBeLessThanOrEqual(0.001)
})
