import type { Page } from '@playwright/test'

import type { Product } from '#contract/catalogue/product.ts'
import { findViolations } from '#tests/support/pages/findViolations.ts'
import { addAddressByCalls, openLoggedIn, requestStore } from '#tests/support/shopper/loggedIn.ts'
import { newPhone, signUp } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'
import { untilToast } from '#tests/support/pages/toasts.ts'

test.use({ hasWorker: false })

const addToCart = (page: Page) =>
  page.getByRole('button', { name: 'Add to bag' }).locator('visible=true')
const sizes = (page: Page) => page.getByRole('group', { name: 'Select Size' })

type Listed = Pick<Product, '_id' | 'name' | 'brand' | 'size' | 'stock'>

/** Any products of the demo store, since these tests change nothing. */
async function listed(page: Page): Promise<Listed[]> {
  const response = await page.request.get('/api/products/list?limit=60&category=women-kurtis')
  return ((await response.json()) as { result: { data: Listed[] } }).result.data
}

async function findProduct(page: Page, isRight: (product: Listed) => boolean): Promise<Listed> {
  const found = (await listed(page)).find(isRight)
  if (!found) throw new Error('The demo store has no such product')
  return found
}

const inStock = ({ size, stock }: Listed) => size.length > 1 && size.every((one) => stock[one])

test('a product is complete and hydrates without errors [product.1] @wide', async ({
  page,
  consoleMessages,
}) => {
  const { _id, name } = await findProduct(page, inStock)
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('(inclusive of all taxes)', { exact: true })).toBeVisible()
  const banner = page.getByRole('main').getByText(/^Delivery (in 60 mins|today|tomorrow)$/)
  await expect(banner).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pair it with' })).toBeVisible()
  await page.getByText('Product information').click()
  await expect(page.getByText('Country of origin')).toBeVisible()
  expect(consoleMessages).toEqual([])
})

test('fabric and fit are visible without scrolling [product.1] @desktop', async ({ page }) => {
  const { _id } = await findProduct(page, inStock)
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })

  for (const name of ['Fabric', 'Fit']) {
    await expect(page.getByRole('term').filter({ hasText: name }).first()).toBeInViewport()
  }
  await expect(addToCart(page)).toBeInViewport()
})

test('delivery to a PIN code can be checked without a layout shift [product.1] [loc.9] @fonts', async ({
  page,
}) => {
  const { _id } = await findProduct(page, inStock)
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })
  const form = page.getByRole('form', { name: 'Check delivery' })
  const sizesTop = async () => (await sizes(page).boundingBox())?.y
  await form.scrollIntoViewIfNeeded()
  const before = await sizesTop()

  const responses: [pin: string, response: RegExp][] = [
    ['45', /^Enter a 6-digit PIN code$/],
    ['194101', /^We don’t deliver to 194101 yet$/],
    ['452010', /^Arrives (today |tomorrow )?by \d+:\d\d [ap]m$/],
  ]
  for (const [pin, response] of responses) {
    await form.getByRole('textbox', { name: 'PIN code' }).fill(pin)
    await form.getByRole('button', { name: 'Check' }).click()
    await expect(form.getByRole('status')).toHaveText(response)
  }

  await expect(page.getByText('to Vijay Nagar, Indore')).toBeVisible()
  expect(await sizesTop()).toBe(before)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a second size chosen on the page is the trial size in the bag [bag.6] [bag.7] @phone', async ({
  page,
}) => {
  const { _id, size } = await findProduct(
    page,
    (product) =>
      inStock(product) && product.size.length > 3 && product.brand.is_try_and_buy_visible,
  )
  const [, first = '', second = ''] = size
  const { token, user } = await openLoggedIn(page, `/products/${_id}`)
  const addressId = await addAddressByCalls(page, { token })
  await sizes(page).getByRole('radio', { name: first, exact: true }).check()
  const trial = page.getByRole('group', { name: 'Also try' })
  await trial.getByRole('button', { name: second, exact: true }).click()
  await addToCart(page).click()
  await untilToast(page, 'Added to bag')

  await requestStore(page, token, ['PUT', 'cart/update', { userId: user._id, addressId }])
  await page.goto('/cart')
  await page.getByRole('radio', { name: 'Try & Buy' }).check()

  const also = page.getByRole('group', { name: 'Also try' })
  await expect(also.getByRole('radio', { name: second, exact: true })).toBeChecked()
})

test('a size has to be chosen before an item goes into the bag [product.3] @proof', async ({
  page,
}) => {
  const { _id, size } = await findProduct(page, inStock)
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })
  await addToCart(page).click()
  await expect(page.getByRole('alert')).toHaveText('Select a size')
  await expect(sizes(page).getByRole('radio').first()).toBeFocused()

  await sizes(page).getByRole('radio', { name: size[1]!, exact: true }).check()
  await expect(page.getByRole('alert')).toBeHidden()
  await addToCart(page).click()

  await untilToast(page, 'Added to bag')
})

test('photos open full screen and work with fingers and keys [product.1] [product.5] [a11y.1]', async ({
  page,
  isMobile,
}) => {
  const { _id } = await findProduct(page, inStock)
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: /photo 1 of/ }).focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog')
  const photo = viewer
    .getByRole('button', { name: /^Zoom/ })
    .and(viewer.locator(':not([tabindex])'))
  await expect(viewer.getByRole('button', { name: /Photo 1 of/ })).toHaveAttribute('aria-current')
  const widthOf = async () => (await photo.boundingBox())?.width ?? 0
  const fullWidth = await widthOf()

  await test.step('keys zoom, pan and change the photo', async () => {
    await page.keyboard.press('+')
    await expect(photo).toHaveAccessibleName('Zoom out')
    expect(await widthOf()).toBeCloseTo(fullWidth * 2.5, 0)
    const before = (await photo.boundingBox())?.x ?? 0
    await page.keyboard.press('ArrowRight')
    expect((await photo.boundingBox())?.x).toBeCloseTo(before - 120, 0)
    await page.keyboard.press('-')
    expect(await widthOf()).toBeCloseTo(fullWidth, 0)
    await page.keyboard.press('ArrowRight')
    await expect(viewer.getByRole('button', { name: /Photo 2 of/ })).toHaveAttribute('aria-current')
  })

  await test.step('a double tap zooms in where it was made', async () => {
    if (isMobile) {
      await page.touchscreen.tap(100, 300)
      await page.touchscreen.tap(100, 300)
    } else await page.mouse.dblclick(100, 300)
    await expect(photo).toHaveAccessibleName('Zoom out')
    const { x = 0, y = 0 } = (await photo.boundingBox()) ?? {}
    expect([(100 - x) / 2.5, (300 - y) / 2.5].map(Math.round)).toEqual([100, 300])
  })

  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(page.getByRole('button', { name: /photo 1 of/ })).toBeFocused()
})

test('two fingers zoom a photo, and one pans it [product.5] @phone', async ({ page, context }) => {
  const { _id } = await findProduct(page, inStock)
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: /photo 1 of/ }).tap()
  const photo = page.getByRole('dialog').getByRole('button', { name: /^Zoom/ }).first()
  await expect(photo).toBeVisible()
  const cdp = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: [number, number][]) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map(([x, y], id) => ({ x, y, id })),
    })

  await touch('touchStart', [170, 400], [220, 400])
  for (const apart of [40, 60, 80, 100]) {
    await touch('touchMove', [195 - apart, 400], [195 + apart, 400])
  }
  await touch('touchEnd')
  await expect(photo).toHaveAccessibleName('Zoom out')
  const grown = await photo.boundingBox()
  expect(grown?.width).toBeCloseTo(390 * 4, 0)
  // The part of the photo between the fingers is still there.
  expect((195 - (grown?.x ?? 0)) / 4).toBeCloseTo(195, 0)

  await touch('touchStart', [200, 400])
  for (const x of [180, 150, 120, 90]) await touch('touchMove', [x, 400])
  await touch('touchEnd')
  await expect.poll(async () => (await photo.boundingBox())?.x).toBeLessThan((grown?.x ?? 0) - 40)
})

test('the size chart opens [product.2] @proof', async ({ page }) => {
  const { _id } = await findProduct(page, inStock)
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })

  await page.getByRole('button', { name: 'Size chart' }).click()

  await expect(page.getByRole('dialog').getByRole('img', { name: 'Size chart' })).toBeVisible()
})

test('a product’s link can be shared [product.5] @phone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  const { _id } = await findProduct(page, inStock)
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })

  await page.getByRole('button', { name: 'Share' }).click()
  await untilToast(page, 'Link copied')

  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname).toBe(`/products/${_id}`)
})

test('an unknown product shows a not-found page [product.4] [shell.2] @phone @proof', async ({
  page,
}) => {
  const response = await page.goto('/products/no-such-thing', { waitUntil: 'networkidle' })

  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Shopping' })).toBeVisible()
})

test('a link in a list to a deleted product shows the not-found page without an error [product.4] @phone @proof', async ({
  page,
}) => {
  await page.goto('/collections?category=women-kurtis', { waitUntil: 'networkidle' })
  await page.route(/\/api\/products\/[^/]+$/, (route) =>
    /\/list|pair-it-with/.test(route.request().url())
      ? route.continue()
      : route.fulfill({
          status: 404,
          json: { success: false, code: 'not_found', msg: 'Gone' },
          headers: { 'x-api': '1' },
        }),
  )

  await page.getByRole('article').first().getByRole('link').click()

  await expect(page.getByRole('link', { name: 'Go to Shopping' })).toBeVisible()
})

test('recently viewed products are listed on product pages and home, each with its heart [home.3] [wish.3] @phone', async ({
  page,
  consoleMessages,
}) => {
  const [first, second] = await listed(page)
  await page.goto(`/products/${first!._id}`, { waitUntil: 'networkidle' })
  await page.goto(`/products/${second!._id}`, { waitUntil: 'networkidle' })
  const rail = page.locator('section', {
    has: page.getByRole('heading', { name: 'Recently viewed' }),
  })
  // Far below the first view, it is rendered once the page is used.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(rail.getByRole('link')).toHaveCount(1)
  await expect(rail.getByRole('link')).toContainText(first!.name)
  // The server renders none, so they appear after hydration.
  expect(consoleMessages).toEqual([])

  await page.goto('/', { waitUntil: 'networkidle' })

  await expect(rail.getByRole('link')).toHaveCount(2)
  await rail.getByRole('button', { name: `Add ${second!.name} to wishlist` }).click()
  await expect(page.getByText('Please login to add to wishlist')).toBeVisible()
  await signUp(page, newPhone())
  await expect(
    rail.getByRole('button', { name: `Remove ${second!.name} from wishlist` }),
  ).toBeVisible()
  await rail.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second!.name)
})

test('axe finds no faults on a product [a11y.1]', async ({ page }) => {
  const { _id } = await findProduct(page, inStock)
  await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })

  const violations = await findViolations(page)

  expect(violations).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a product is readable for shoppers and search engines [seo.1] [product.5] @phone', async ({
    page,
  }) => {
    const { _id, name } = await findProduct(page, inStock)
    await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
      'content',
      new RegExp(name),
    )
    const data = await page.locator('script[type="application/ld+json"]').allTextContents()
    const types = data.map((text) => (JSON.parse(text) as { '@type': string })['@type'])
    expect(types).toEqual(['Product', 'BreadcrumbList'])
  })
})
