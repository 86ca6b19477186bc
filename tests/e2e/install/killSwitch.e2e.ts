import { deployedStore } from '#tests/support/server/deployedStore.ts'
import { expect, test, untilControlled } from '#tests/support/pages/storeTest.ts'

test.use({ seesWorker: false })

const workersOf = () => navigator.serviceWorker.getRegistrations().then(({ length }) => length)

test('with SERVICE_WORKER=off an installed worker goes with all that it has stored, and the page stays [pwa.8]', async ({
  page,
  baseURL,
}) => {
  const store = await deployedStore(baseURL!, /nothing is missing/)
  store.deploy()
  await page.goto(`${store.origin}/collections`)
  await untilControlled(page)
  expect(await page.evaluate(() => caches.keys())).toContain('shell')
  await page.evaluate(() => localStorage.setItem('gender', 'Men'))
  let loads = 0
  page.on('load', () => (loads += 1))

  store.turnOffWorker()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

  await expect.poll(() => loads).toBe(1)
  await expect(page.getByRole('article').first()).toBeVisible()
  // The page registers the same program again, which finds nothing to do.
  await expect.poll(() => page.evaluate(workersOf)).toBe(0)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('gender'))).toBe('Men')
  expect(loads).toBe(1)
  store.stop()
})
