import { expect, test } from 'vitest'

import { type Call, calls } from '#contract/api/calls.ts'
import { cachePolicyOf } from './apiCache.ts'

const example = (path: string) => `/api${path.replace(/:\w+/g, 'some-id')}`
const hourMs = 60 * 60 * 1000
const freshMs = {
  filters: 24 * hourMs,
  terms: 3 * hourMs,
  lists: hourMs / 4,
  networkFirst: 0,
  never: undefined,
}
const all = Object.entries<Call>(calls)

test.each(all.filter(([, { access, method }]) => access === 'user' && method === 'GET'))(
  '%s requires a login and is never cached [pwa.4]',
  (_, { path }) => expect(cachePolicyOf(example(path))).toBeUndefined(),
)

test.each(all.filter(([, { access, method }]) => access === 'public' && method === 'GET'))(
  '%s is cached as the contract says [pwa.3]',
  (_, { path, cache }) => {
    expect(cachePolicyOf(example(path))?.freshMs).toBe(freshMs[cache])
  },
)

test.each<readonly [path: string, freshMs: number | undefined]>([
  ['/api/products/get-filters', 24 * hourMs],
  ['/api/tryBuyTerms', 3 * hourMs],
  ['/api/tryBuyTerms/standardTerms', 3 * hourMs],
  ...[
    'sliders/viewAllSliders',
    'homeGridCategories',
    'categories/list',
    'categories/getRandomSubCategories',
    'brands',
    'brands/getPremiumBrands',
    'gender/list',
    'home-offers',
  ].map((path) => [`/api/${path}`, hourMs / 4] as const),
  ['/api/products/list', 0],
  ['/api/products/some-id', 0],
  ['/api/products/pair-it-with/some-id', 0],
  ['/api/size-chart/brand/category/subcategory', 0],
  ['/api/products/elastic-search', undefined],
  ['/api/warehouse/check-delivery', undefined],
  ['/api/shipping-charge/get-shipping-charge', undefined],
  ['/api/coupons', undefined],
])('%s needs no network for %s ms [pwa.3]', (path, freshMs) =>
  expect(cachePolicyOf(path)?.freshMs).toBe(freshMs),
)

test.each([
  ['/api/products/some-id', 7],
  ['/api/products/list', 7],
  ['/api/categories/list', 7],
  ['/api/tryBuyTerms', 7],
  ['/api/products/get-filters', 30],
])('%s is shown offline for %s days [pwa.3] [pwa.7]', (path, days) =>
  expect(cachePolicyOf(path)?.staleMs).toBe(days * 24 * hourMs),
)

test.each(['/api/unknown', '/api/products', '/healthz', '/api/products/a/b/c', '/cart'])(
  '%s is not handled',
  (path) => expect(cachePolicyOf(path)).toBeUndefined(),
)
