import type { Page } from '@playwright/test'

import { violationsOf } from '#tests/support/shopper/shopping.ts'
import { blockScripts } from '#tests/support/faults/blockScripts.ts'
import { shiftOf, watchShifts } from '#tests/support/pages/shifts.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

const cards = (page: Page) => page.getByRole('article')

/** The prices of the cards, in order. */
async function pricesOf(page: Page): Promise<number[]> {
  const texts = await page.locator('article p b').allTextContents()
  return texts.map((text) => Number(text.replace(/[^\d.]/g, '')))
}

test('a collection is complete and hydrates without errors [list.1] @wide', async ({
  page,
  consoleMessages,
}) => {
  await page.goto('/collections?category=women-sarees', { waitUntil: 'networkidle' })

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sarees')
  await expect(cards(page).first()).toContainText('₹')
  await expect(page).toHaveTitle('Sarees | Pehno')
  expect(consoleMessages).toEqual([])
})

test('a brand’s page is complete without scripts, accessible, and leads to its categories [list.1] [seo.1] [a11y.1] @phone', async ({
  page,
  request,
  baseURL,
  consoleMessages,
}) => {
  const html = await (await request.get('/collections?brands=kori&sort=newest')).text()
  expect(html).toContain('shoemakers of Agra')
  expect(html).toContain('<title>Kori: footwear and mojaris | Pehno</title>')
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/collections?brands=kori">`)

  await watchShifts(page)
  await page.goto('/collections?brands=kori', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Kori')
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('')
  expect(await shiftOf(page)).toBeLessThan(0.005)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Mojaris 13 items' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mojaris')
  await expect(page).toHaveURL('/collections?brands=kori&category=men-mojaris')
  expect(consoleMessages).toEqual([])
})

test('a list that is opened in the store begins with the chosen gender, and keeps its order [list.1] [list.2] [shell.13]', async ({
  page,
  baseURL,
  consoleMessages,
}) => {
  const canonical = page.locator('link[rel=canonical]')
  const namesOf = () => cards(page).getByRole('link').allTextContents()
  await page.goto('/collections?brands=kori', { waitUntil: 'networkidle' })
  const asRecommended = await namesOf()
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Men', exact: true }).locator('visible=true').click()

  await page.getByRole('link', { name: 'Kori', exact: true }).locator('visible=true').last().click()

  await expect(page).toHaveURL('/collections?brands=kori&prefer=men')
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Kori')
  await expect(canonical).toHaveAttribute('href', `${baseURL}/collections?brands=kori`)
  await expect(cards(page).first()).toContainText('mojaris')
  const forMen = await namesOf()
  expect(forMen).not.toEqual(asRecommended)
  await page.reload({ waitUntil: 'networkidle' })
  expect(await namesOf()).toEqual(forMen)
  await expect(canonical).toHaveAttribute('href', `${baseURL}/collections?brands=kori`)

  // Without the gender in its address a list is the same for everybody.
  await page.goto('/collections?brands=kori', { waitUntil: 'networkidle' })
  expect(await namesOf()).toEqual(asRecommended)
  expect(consoleMessages).toEqual([])
})

test('scrolling loads more items, and Back restores them all [list.4] [shell.24] @phone', async ({
  page,
}) => {
  await page.goto('/collections', { waitUntil: 'networkidle' })
  await expect(cards(page)).toHaveCount(24)
  await cards(page).last().scrollIntoViewIfNeeded()
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(48)
  const far = cards(page).nth(40)
  await far.scrollIntoViewIfNeeded()
  const name = (await far.getByRole('link').textContent()) ?? ''
  const before = await page.evaluate(() => scrollY)

  await far.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()

  await expect(cards(page).nth(40)).toContainText(name)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 300)
})

test('reaching the bottom of the page does not load the whole list [list.4] @phone', async ({
  page,
}) => {
  await page.goto('/collections', { waitUntil: 'networkidle' })

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForLoadState('networkidle')

  expect(await cards(page).count()).toBeLessThanOrEqual(72)
})

test('nothing shifts while a list loads, and the footer follows its end [list.4] [shell.23] @fonts', async ({
  page,
}) => {
  await watchShifts(page)
  await page.goto('/collections?category=women-sarees', { waitUntil: 'networkidle' })
  const before = await shiftOf(page)
  const { total } = await page.request
    .get('/api/products/list?category=women-sarees')
    .then(async (response) => ((await response.json()) as { result: { total: number } }).result)
  expect(total).toBeGreaterThan(24)

  // Scrolls like a finger: layout shifts after a key press would not be counted.
  const fling = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  for (let count = 0; count < total; count = await cards(page).count()) await fling()
  await fling()

  await expect(page.getByRole('contentinfo')).toBeInViewport()
  expect((await shiftOf(page)) - before).toBeLessThan(0.005)
})

test('after 200 products Back and a reload return to the same card [list.4] [shell.24] @phone @proof', async ({
  page,
}) => {
  test.slow()
  await page.goto('/collections', { waitUntil: 'networkidle' })
  for (let count = 24; count < 210; count = await cards(page).count()) {
    await cards(page).last().scrollIntoViewIfNeeded()
  }
  const far = cards(page).nth(200)
  await far.scrollIntoViewIfNeeded()
  const link = far.getByRole('link')
  const [href, name] = [await link.getAttribute('href'), await link.textContent()]
  const topOf = () =>
    page
      .locator(`article a[href="${href}"]`)
      .boundingBox()
      .then((box) => box?.y)
  // Waits until the card stands still, as a tap does.
  await link.hover()
  const before = await topOf()
  const isThere = () => expect.poll(topOf).toBeCloseTo(before ?? 0, -1)

  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
  await page.goBack()
  await isThere()

  await page.reload()
  await isThere()

  await page.locator(`article a[href="${href}"]`).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
  await page.reload()
  await page.goBack()
  await isThere()
})

test('sorting by price survives a reload [list.2] [list.3] @phone @proof', async ({ page }) => {
  await page.goto('/collections?category=women-kurtis', { waitUntil: 'networkidle' })
  const sort = page.getByRole('combobox', { name: 'Sort' }).locator('visible=true')

  await sort.selectOption('Price Low to High')
  await expect(page).toHaveURL(/sort=asc/)
  await expect.poll(() => pricesOf(page).then(isRising)).toBe(true)
  await sort.selectOption('Price High to Low')
  await expect(page).toHaveURL(/sort=desc/)
  await expect.poll(() => pricesOf(page).then((prices) => isRising(prices.reverse()))).toBe(true)
  await page.reload()

  await expect(sort).toHaveValue('desc')
  await expect.poll(() => pricesOf(page).then((prices) => isRising(prices.reverse()))).toBe(true)
})

const isRising = (prices: number[]) =>
  prices.length > 1 && prices.every((price, place) => price >= (prices[place - 1] ?? 0))

test('filters are in the URL, and a chip removes one [list.2]', async ({ page, isMobile }) => {
  await page.goto('/collections?category=women-kurtis', { waitUntil: 'networkidle' })
  if (isMobile) await page.getByRole('button', { name: 'Filter' }).click()
  const filters = isMobile
    ? page.getByRole('dialog', { name: 'Filters' })
    : page.getByRole('complementary', { name: 'Filters' })

  await filters.getByRole('button', { name: 'M', exact: true }).click()
  await filters.getByRole('checkbox', { name: 'In stock' }).check()
  if (isMobile) await filters.getByRole('button', { name: /^Show \d+ items?$/ }).click()

  await expect(page).toHaveURL(/size=M/)
  await expect(page).toHaveURL(/inStock=true/)
  await page.getByRole('button', { name: 'Remove filter Size M' }).click()
  await expect(page).not.toHaveURL(/size=M/)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Remove filter Size M' })).toBeVisible()
})

test('the count beside a brand is the number of items that it shows with the chosen size [list.2] @proof', async ({
  page,
  isMobile,
}) => {
  await page.goto('/collections?gender=women', { waitUntil: 'networkidle' })
  if (isMobile) await page.getByRole('button', { name: 'Filter' }).click()
  const filters = isMobile
    ? page.getByRole('dialog', { name: 'Filters' })
    : page.getByRole('complementary', { name: 'Filters' })
  const brand = filters.getByRole('group', { name: 'Brands' }).locator('label').first()
  await expect(brand).toHaveText(/\d$/)
  const before = (await brand.textContent()) ?? ''

  await filters.getByRole('button', { name: 'M', exact: true }).click()

  await expect(brand).not.toHaveText(before)
  const [count] = /\d+$/.exec((await brand.textContent()) ?? '') ?? []
  await brand.click()
  if (isMobile) await filters.getByRole('button', { name: `Show ${count} items` }).click()
  await expect(page.getByRole('status').filter({ hasText: `${count} items` })).toBeAttached()
})

// On a phone the same fields are in the sheet.
test('filters ticked before hydration are applied [list.2] @desktop', async ({ page }) => {
  const unblockScripts = await blockScripts(page)
  await page.goto('/collections?category=women-kurtis', { waitUntil: 'commit' })
  const brands = page.locator('details', { hasText: 'Brands' }).getByRole('checkbox')
  await brands.nth(0).check()
  await brands.nth(1).check()
  await brands.nth(2).check()
  await brands.nth(2).uncheck()

  unblockScripts()

  await expect(page).toHaveURL(/brands=[^,&]+%2C[^,&%]+$/)
  await expect(brands.nth(0)).toBeChecked()
  await expect(brands.nth(1)).toBeChecked()
  await expect(brands.nth(2)).not.toBeChecked()
})

test('a typed price filters the list [list.2] @desktop @proof', async ({ page }) => {
  await page.goto('/collections', { waitUntil: 'networkidle' })
  const highest = page.getByLabel('To', { exact: true })
  const isCut = (input: HTMLInputElement) => input.scrollWidth > input.clientWidth
  await highest.fill('999999')
  expect(await highest.evaluate(isCut)).toBe(false)

  await highest.fill('999')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/max=999/)
  await expect.poll(async () => Math.max(...(await pricesOf(page)))).toBeLessThanOrEqual(999)
})

test('an empty list says so and offers to clear the filters [list.5] @phone @proof', async ({
  page,
}) => {
  await page.goto('/collections?category=women-sarees&size=UK+10', { waitUntil: 'networkidle' })

  await expect(page.getByRole('heading', { name: 'No items match these filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await expect(page).toHaveURL(/\/collections\?category=women-sarees$/)
  await expect(cards(page).first()).toBeVisible()
})

test('the count of an empty list is on the left, as on other lists [list.5] @desktop @proof', async ({
  page,
}) => {
  const left = async (count: RegExp) =>
    (await page.getByRole('main').getByText(count).boundingBox())?.x ?? 0
  await page.goto('/collections?category=women-sarees', { waitUntil: 'networkidle' })
  const usual = await left(/^\d+ items$/)

  await page.goto('/collections?category=women-sarees&size=UK+10', { waitUntil: 'networkidle' })

  expect(await left(/^0 items$/)).toBe(usual)
})

test('axe finds no faults on a list and its filters [a11y.1]', async ({ page, isMobile }) => {
  await page.goto('/collections?size=M', { waitUntil: 'networkidle' })
  expect(await violationsOf(page)).toEqual([])

  if (!isMobile) return
  await page.getByRole('button', { name: 'Filter · 1' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()

  expect(await violationsOf(page)).toEqual([])
})

test.describe('with the service worker', () => {
  test.use({ hasWorker: true })

  test('a product seen in a list opens offline as a saved copy [pwa.3] [pwa.7] @phone', async ({
    page,
    context,
    openInstalled,
  }) => {
    await openInstalled('/collections?category=women-sarees')
    // A visible link makes the page load the chunk of its screen.
    await cards(page).first().getByRole('link').click()
    await expect(page.getByText('(inclusive of all taxes)', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(cards(page).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Continue with saved pages' }).click()

    await cards(page).nth(1).getByRole('link').click()

    await expect(page.getByRole('heading', { level: 1 })).toContainText(/saree/i)
    await expect(page.getByText(/^Prices from /).last()).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a list is readable and links to its products [seo.1] @phone', async ({ page }) => {
    await page.goto('/collections?brands=saanjh', { waitUntil: 'networkidle' })

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saanjh')
    await expect(cards(page)).toHaveCount(24)
    await cards(page).first().getByRole('link').click()

    await expect(page).toHaveURL(/\/products\//)
  })
})
