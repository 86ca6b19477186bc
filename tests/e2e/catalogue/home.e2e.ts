import { findViolations } from '#tests/support/pages/findViolations.ts'
import { shiftOf, watchShifts } from '#tests/support/pages/shifts.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

const topSlider = 'section[aria-label="Top Slider"]'

test('home is complete and hydrates without errors [home.1] [home.2]', async ({
  page,
  consoleMessages,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Style Delivered in 60 mins')
  for (const part of ['Shop by category', 'Today’s picks', 'Offers for you', 'Premium brands']) {
    await expect(page.getByRole('heading', { name: part })).toBeVisible()
  }
  await expect(page.getByText('FIRST600')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Bottom Slider' })).toBeAttached()
  expect(consoleMessages).toEqual([])
})

test('the slider moves only when it is swiped [home.1]', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const slider = page.locator(topSlider)
  const second = slider.getByRole('button', { name: /Slide 2 of/ })
  await expect(slider.getByRole('button', { name: /Slide 1 of/ })).toHaveAttribute('aria-current')

  await second.click()

  await expect(second).toHaveAttribute('aria-current')
})

test('desktop and phone show the slider in their own formats [home.1]', async ({
  page,
  isMobile,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })

  const shown = await page
    .locator(`${topSlider} img`)
    .first()
    .evaluate((image: HTMLImageElement) => image.currentSrc)

  expect(shown).toContain(isMobile ? 'mobile' : 'desktop')
})

test('a URL for men is rendered with men’s clothes [shell.13] @phone @proof', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/?gender=men')).text()
  expect(html).toContain('Ready before the baraat')
  expect(html).not.toContain('Dressed before the dhol starts</strong>')

  await page.goto('/?gender=men', { waitUntil: 'networkidle' })

  await expect(page.locator(topSlider)).toContainText('Ready before the baraat')
})

test.describe('with the service worker', () => {
  test.use({ hasWorker: true })

  test('the chosen gender is shown at the next visit [shell.13] @phone', async ({
    page,
    openInstalled,
  }) => {
    await openInstalled('/')
    await page.getByRole('button', { name: 'Men', exact: true }).locator('visible=true').click()
    await expect(page.locator(topSlider)).toContainText('Ready before the baraat')

    await page.reload()

    await expect(page.locator(topSlider)).toContainText('Ready before the baraat')
  })
})

test('home loads without a layout shift [home.1] @fonts', async ({ page }) => {
  await watchShifts(page)
  await page.goto('/', { waitUntil: 'networkidle' })

  expect(await shiftOf(page)).toBeLessThan(0.02)
})

test('a section that is not rendered yet reserves its space [home.1]', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const heights = () =>
    page
      .locator('main > :not([data-rails])')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height))
  const before = await heights()

  await page.getByRole('link', { name: 'Saanjh' }).last().scrollIntoViewIfNeeded()
  await page.keyboard.press('End')
  await expect(page.getByRole('heading', { name: '₹999 and under' })).toBeVisible()

  expect(await heights()).toEqual(before)
})

for (const [part, path, tag] of [
  ['slides', 'sliders/viewAllSliders', ''],
  ['categories', 'homeGridCategories', '@proof'],
  ['the picks of the day', 'categories/getRandomSubCategories*', '@proof'],
] as const) {
  test(`home without ${part} has no gap and no layout shift [home.1] [home.2] @phone ${tag}`, async ({
    page,
  }) => {
    let fail = (): void => undefined
    const mayFail = new Promise<void>((resolve) => (fail = resolve))
    await page.route(`**/api/${path}`, async (route) => {
      await mayFail
      await route.fulfill({ status: 500, body: 'Broken' })
    })
    await watchShifts(page)
    await page.goto('/about-us', { waitUntil: 'networkidle' })
    const home = page.getByRole('link', { name: /^(Pehno, home|Home)$/ })
    await home.locator('visible=true').first().click()
    await expect(page.getByRole('heading', { name: 'Shop by category' })).toBeVisible()
    const before = await shiftOf(page)

    fail()

    await expect(page.locator('main [aria-busy]')).toHaveCount(0)
    await expect(page.locator(topSlider).getByRole('link').first()).not.toBeEmpty()
    expect((await shiftOf(page)) - before).toBeLessThan(0.02)
  })
}

test('axe finds no faults on home [a11y.1]', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })

  const violations = await findViolations(page)

  expect(violations).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('home is readable, and its links work [seo.1] @phone', async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' })

    await expect(page.locator(topSlider)).toContainText('Dressed before the dhol starts')
    await expect(page.getByRole('link', { name: 'Kurtis', exact: true }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Sarees', exact: true }).first().click()

    await expect(page).toHaveURL(/category=women-sarees/)
  })
})
