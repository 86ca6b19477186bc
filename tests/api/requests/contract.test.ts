import { describe, expect } from 'vitest'

import { calls } from '#contract/api/calls.ts'
import type { App } from '#server/app/api/createApp.ts'
import { requestFor, requestInit } from '#tests/support/calls/callEntry.ts'
import { missingFields } from '#tests/support/calls/entityFields.ts'
import { fingerprintOf } from '#tests/support/pages/fingerprintOf.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import { protectedCalls } from '#tests/support/calls/protectedCalls.ts'
import { publicCalls } from '#tests/support/calls/publicCalls.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { type Shop, test } from '#tests/support/api/seededShop.ts'

test('the tables contain every call of the store and no other [api.1] [api.2]', () => {
  const named = Object.values(calls).map(({ method, path }) => {
    return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
  })

  expect(Object.keys({ ...publicCalls, ...protectedCalls }).sort()).toEqual(named.sort())
})

/** What everybody sees of the product: its stock, and who reviewed it. */
function readProductPage(api: Pick<App, 'request'>, { product }: Shop) {
  const reads = [`products/${product._id}`, `products/${product._id}/reviews`]
  return Promise.all(reads.map(async (path) => (await api.request(`/api/${path}`)).json()))
}

/** Their responses or bodies are not JSON; they have tests of their own. */
const withoutJson = [
  'GET /orders/events',
  'POST /orders/return-photos',
  'POST /products/{id}/reviews/photos',
  'POST /vitals',
]

describe.each(Object.entries(publicCalls))('%s', (call, entry) => {
  test('responds with every field of the specification [api.1] [api.3] [api.6]', async ({
    shop,
  }) => {
    const { method, path, payload } = await requestFor(call, entry, shop)

    const response = await shop.api.request(path, requestInit(method, payload))

    expect(response.ok, `${call}: status ${response.status}`).toBe(true)
    if (withoutJson.includes(call)) return
    expect(missingFields(await response.json(), entry.responseFields), call).toEqual([])
  })
})

/** The `max-age` of each cacheable response. */
const cached: Record<string, string[]> = {
  'public, max-age=86400': ['/products/get-filters'],
  'public, max-age=10800': ['/tryBuyTerms', '/tryBuyTerms/standardTerms'],
  'public, max-age=900': [
    '/sliders/viewAllSliders',
    '/homeGridCategories',
    '/categories/list',
    '/categories/getRandomSubCategories',
    '/brands',
    '/brands/getPremiumBrands',
    '/gender/list',
    '/home-offers',
  ],
  'no-cache': [
    '/products/list',
    '/products/{id}',
    '/products/pair-it-with/{id}',
    '/size-chart/{brandId}/{categoryId}/{subcategoryId}',
  ],
  'no-store': [
    '/products/elastic-search',
    '/warehouse/check-delivery',
    '/shipping-charge/get-shipping-charge',
  ],
}
const cachedCalls = Object.entries(cached).flatMap(([control, paths]) =>
  paths.map((path) => ({ call: `GET ${path}`, control })),
)

test.for(cachedCalls)(
  '$call is cached with "$control" [pwa.3]',
  async ({ call, control }, { shop }) => {
    const { path } = await requestFor(call, publicCalls[call]!, shop)

    const response = await shop.api.request(path)

    expect(response.headers.get('Cache-Control')).toBe(control)
    expect(response.headers.has('ETag')).toBe(control !== 'no-store')
    expect(response.headers.get('x-api')).toBe('1')
  },
)

describe.each(Object.entries(protectedCalls))('%s', (call, entry) => {
  if (!withoutJson.includes(call)) {
    test('responds to its customer with every field of the specification, and outdates no cached read [api.1] [api.6] [pwa.3]', async ({
      shop,
    }) => {
      const { method, path, payload } = await requestFor(call, entry, shop)
      const cachingApi = createTestApi(shop.db, shop.deps, 60_000)
      await readProductPage(cachingApi, shop)

      const response = await cachingApi.request(path, requestInit(method, payload, shop.me.token))

      const body = await response.json()
      expect(response.status, `${call}: ${JSON.stringify(body)}`).toBe(200)
      expect(missingFields(body, entry.responseFields), call).toEqual([])
      expect(
        await readProductPage(cachingApi, shop),
        `${call} changes public reads that it does not invalidate in calls.ts`,
      ).toEqual(await readProductPage(shop.api, shop))
    })
  }

  test('refuses requests without a token and those with another customer’s id [api.3] [api.4]', async ({
    shop,
    db,
  }) => {
    const { method, path, payload } = await requestFor(call, entry, shop)
    const other = await aUser(db)
    const before = await fingerprintOf(db, shop.me.userId)

    const guest = await shop.api.request(path, requestInit(method, payload))
    const isNamed = path.includes(shop.me.userId) || payload?.userId === shop.me.userId
    if (isNamed) {
      const named = await shop.api.request(path, requestInit(method, payload, other.token))
      expect(named.status).toBe(403)
    }
    const pathWithUserId = `${path}${path.includes('?') ? '&' : '?'}userId=${shop.me.userId}`
    const byQuery = await shop.api.request(
      pathWithUserId,
      requestInit(method, payload, other.token),
    )
    const forged = payload && { ...payload, userId: shop.me.userId }
    const byBody = await shop.api.request(path, requestInit(method, forged, other.token))

    expect(guest.status).toBe(401)
    expect(byQuery.status).toBe(403)
    if (payload) expect(byBody.status).toBe(403)
    expect(await fingerprintOf(db, shop.me.userId)).toBe(before)
  })
})
