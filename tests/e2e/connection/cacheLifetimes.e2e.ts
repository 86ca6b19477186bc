import * as rules from '#contract/rules.ts'
import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { onShow } from '#tests/support/shopper/shopping.ts'
import { isFull } from '#tests/support/proofScale.ts'
import { makeStoredAge, storedPaths } from '#tests/support/pages/storedResponses.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

const { filtersMs, termsMs, listsMs } = rules.cacheTtl
/** Tolerance for a busy machine; the unit test checks the exact limit. */
const toleranceMs = 30_000

/** Every cached call and its time to live. */
const fresh: [path: string, ttlMs: number][] = [
  ['/api/products/get-filters', filtersMs],
  ['/api/tryBuyTerms', termsMs],
  ['/api/sliders/viewAllSliders', listsMs],
  ['/api/tryBuyTerms/standardTerms', termsMs],
  ['/api/homeGridCategories', listsMs],
  ['/api/categories/list', listsMs],
  ['/api/categories/getRandomSubCategories', listsMs],
  ['/api/brands', listsMs],
  ['/api/brands/getPremiumBrands', listsMs],
  ['/api/gender/list', listsMs],
  ['/api/home-offers', listsMs],
]

for (const [path, ttlMs] of isFull ? fresh : fresh.slice(0, 1)) {
  test(`${path} is requested again when its time to live is over, not before [pwa.3]`, async ({
    page,
    context,
    openInstalled,
  }) => {
    await openInstalled('/')
    let requestCount = 0
    context.on('request', (request) => {
      if (request.serviceWorker() && new URL(request.url()).pathname === path) requestCount++
    })
    const sendRequest = () => page.evaluate(async (address) => (await fetch(address)).status, path)
    await sendRequest()
    requestCount = 0

    await makeStoredAge(page, path, ttlMs - toleranceMs)
    expect(await sendRequest()).toBe(200)
    expect(requestCount).toBe(0)

    await makeStoredAge(page, path, ttlMs)
    expect(await sendRequest()).toBe(200)
    expect(requestCount).toBe(1)
  })
}

test('products are requested on every visit, and searches and charges are never stored [pwa.3] @proof', async ({
  page,
  openInstalled,
}) => {
  await openInstalled('/')
  const stateOf = (path: string) =>
    page.evaluate(async (address) => (await fetch(address)).headers.get('x-sw-cache'), path)

  expect(await stateOf('/api/products/list?limit=2')).toBeNull()
  expect(await stateOf('/api/products/list?limit=2')).toBeNull()
  await stateOf('/api/products/elastic-search?search=kurta')
  await stateOf('/api/shipping-charge/get-shipping-charge')

  const stored = await storedPaths(page)
  expect(stored).toContain('/api/products/list')
  expect(stored).not.toContain('/api/products/elastic-search')
  expect(stored).not.toContain('/api/shipping-charge/get-shipping-charge')
})

test('the service worker never serves or stores requests with a token [pwa.4]', async ({
  page,
  openInstalled,
}) => {
  await openInstalled('/')

  const response = await page.evaluate(async () => {
    const headers = { Authorization: 'Bearer somebody' }
    const { status } = await fetch('/api/cart/view/somebody', { headers })
    const list = await fetch('/api/home-offers', { headers })
    return { status, stored: list.headers.get('x-sw-cache') }
  })

  expect(response).toEqual({ status: 401, stored: null })
  const stored = await storedPaths(page)
  const open =
    /^\/(shells\/(page|checkout))?$|^\/(assets|fonts|images|photos)\/|^\/(connectivity|shell-list|manifest\.webmanifest)$/
  const publicCalls =
    /^\/api\/(products\/|tryBuyTerms|sliders\/|homeGridCategories|categories\/|brands|gender\/|home-offers|size-chart\/|store$)/
  expect(stored.filter((path) => !open.test(path) && !publicCalls.test(path))).toEqual([])
})

test('a logout deletes searches and opened pages before anything else is opened [login.6] [pwa.11]', async ({
  page,
  openInstalled,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await openInstalled('/')
  await openLoggedIn(page, '/myaccount')
  await page.goto('/search?q=kurta')
  await expect(page.locator('main a[href^="/products/"]').first()).toBeVisible()
  await page.goto(`/products/${product._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => storedPaths(page)).toContain(`/api/products/${product._id}`)
  await page.goto('/myaccount')
  const logout = page.getByRole('main').getByRole('button', { name: 'Logout' })
  await expect(logout).toBeVisible()

  await logout.click()

  await expect(page).toHaveURL(/\/$/)
  const left = await storedPaths(page)
  expect(left).toContain('/shells/page')
  expect(left).not.toContain(`/api/products/${product._id}`)
  expect(left.filter((path) => path.includes('kurta'))).toEqual([])
})
