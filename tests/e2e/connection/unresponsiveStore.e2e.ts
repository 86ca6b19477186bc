import { contentShiftOf, maxInvisibleShift, watchShifts } from '#tests/support/pages/shifts.ts'
import { violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

const overlay = 'No Internet Connection'

test('on a connection without responses a previously opened page shows at once [pwa.12]', async ({
  page,
  context,
  openInstalled,
}) => {
  await openInstalled('/collections')
  const cards = page.locator('main a[href^="/products/"]')
  await expect(cards.first()).toBeVisible()
  await context.route(/\/(api|healthz|collections)/, () => new Promise(() => {}))

  await page.goto('/collections', { waitUntil: 'commit' })

  await expect(cards.first()).toBeVisible({ timeout: 3000 })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a slow connection shows the page and a note that it is slow, and the age of a product moves nothing [pwa.7] [pwa.12] @proof', async ({
  page,
  context,
  openInstalled,
}) => {
  await watchShifts(page)
  await openInstalled('/collections')
  const cards = page.locator('main a[href^="/products/"]')
  await expect(cards.first()).toBeVisible()
  let responded = 0
  await context.route(/\/(api|healthz)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4000))
    await route.continue().catch(() => undefined)
    if (route.request().url().includes('healthz')) responded += 1
  })

  await page.goto('/collections', { waitUntil: 'commit' })
  await expect(page.getByText('Slow connection')).toBeVisible()
  await expect(cards.first()).toBeVisible()

  // The card's data shows at once, and its age once the store did not respond in time.
  await cards.nth(1).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const age = page.getByRole('status').getByText(/^Prices from .* ago\./)
  const shiftBefore = await contentShiftOf(page)
  await expect(age).toBeVisible()
  expect((await contentShiftOf(page)) - shiftBefore).toBeLessThan(maxInvisibleShift)
  expect(await violationsOf(page)).toEqual([])
  await page.goBack()
  await expect(cards.first()).toBeVisible()

  await expect.poll(() => responded, { timeout: 30_000 }).toBeGreaterThan(1)
  await expect(page.getByText('Slow connection')).toBeVisible()
  const position = await cards.first().boundingBox()
  await expect(page.getByRole('heading', { name: overlay })).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByText('Slow connection')).toBeHidden({ timeout: 60_000 })
  expect(await cards.first().boundingBox()).toEqual(position)
})

test('a product seen in a list opens at once while the store is known to be unreachable [pwa.7] [pwa.12] @proof', async ({
  page,
  context,
  openInstalled,
}) => {
  await openInstalled('/collections')
  const link = page.locator('main a[href^="/products/"]').nth(3)
  await expect(link).toBeVisible()
  const path = (await link.getAttribute('href')) ?? ''
  await context.route(/\/(api|healthz)/, () => new Promise(() => {}))
  await page.goto('/collections', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Continue with saved pages' }).click()

  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const tookMs = await page.evaluate(() => {
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const call = calls.find(({ name }) => /\/api\/products\/[^/?]+$/.test(name))
    return (call?.responseEnd ?? Infinity) - (call?.startTime ?? 0)
  })
  // Without the knowledge it waits three seconds; the worker's unit test checks the exact limit.
  expect(tookMs).toBeLessThan(2000)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})
