import { expect, test } from '#tests/support/storeTest.ts'

test('on a line that is up but dead a page seen before shows within 3.2 seconds [pwa.12]', async ({
  page,
  context,
  openInstalled,
}) => {
  await openInstalled('/collections')
  const cards = page.locator('main a[href^="/products/"]')
  await expect(cards.first()).toBeVisible()
  await context.route(/\/(api|healthz)/, () => new Promise(() => {}))

  await page.goto('/collections', { waitUntil: 'commit' })

  await expect(cards.first()).toBeAttached()
  // From when the browser had the shell: how long a busy machine takes to begin is not the line's.
  const answeredMs = await page.evaluate(() => {
    const [shell] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const list = calls.find(({ name }) => name.includes('/api/products/list'))
    return (list?.responseEnd ?? Infinity) - (shell?.responseStart ?? 0)
  })
  expect(answeredMs).toBeLessThan(3200)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})
