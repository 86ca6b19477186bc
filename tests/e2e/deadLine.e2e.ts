import { expect, test } from '#tests/support/storeTest.ts'

test('on a line that is up but dead a page seen before shows after three seconds [pwa.12]', async ({
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
  // The rest of a second is a busy machine's; how exact the limit is, the worker's own test shows.
  const answeredMs = await page.evaluate(() => {
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const list = calls.find(({ name }) => name.includes('/api/products/list'))
    return (list?.responseEnd ?? Infinity) - (list?.startTime ?? 0)
  })
  expect(answeredMs).toBeLessThan(4000)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})
