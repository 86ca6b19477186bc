import { describe, expect, test } from 'vitest'

import { calls } from './calls.ts'
import type { Page, Params } from '#contract/paths.ts'
import {
  genderOf,
  productRead,
  productsRead,
  readsForPage,
  sizeChartRead,
  suggestionsRead,
} from './reads.ts'

const frame = ['store store', 'categories categories/list', 'genders gender/list']
const costs = [
  'shipping shipping-charge/get-shipping-charge',
  'terms tryBuyTerms/standardTerms',
  'terms tryBuyTerms',
]
const readsAt = (page?: Page, params?: Record<string, string>) =>
  readsForPage(page, params).map((read) => read.join(' '))

describe('the reads of a page', () => {
  test.each<[page: Page | undefined, reads: string[]]>([
    [undefined, []],
    ['wishlist', []],
    ['policy', []],
    ['cart', costs],
    ['checkout', costs],
    ['search', ['trendingSearches trending-searches']],
    ['collections', ['products products/list', 'filters products/get-filters']],
    [
      'home',
      [
        'sliders sliders/viewAllSliders',
        'homeGrid homeGridCategories',
        'offers home-offers',
        'randomSubcategories categories/getRandomSubCategories?gender=women',
        'premiumBrands brands/getPremiumBrands?gender=women',
      ],
    ],
  ])('%s are those of the header and %j [pwa.3]', (page, reads) => {
    expect(readsAt(page)).toEqual([...frame, ...reads])
  })

  test('of home follow the chosen gender [shell.13]', () => {
    expect(readsAt('home', { gender: 'Men' }).slice(-2)).toEqual([
      'randomSubcategories categories/getRandomSubCategories?gender=men',
      'premiumBrands brands/getPremiumBrands?gender=men',
    ])
  })

  test('of a list of one brand include its page, unless it is a search or in a category [list.1]', () => {
    const ofBrand = (params: Params) =>
      readsAt('collections', params).filter((read) => read.startsWith('brandPage'))

    expect(ofBrand({ brands: 'nool & co', size: 'M' })).toEqual([
      'brandPage brands/nool%20%26%20co/page',
    ])
    const others: Params[] = [{ brands: 'kori,maru' }, { brands: 'kori', q: 'blue' }, {}]
    const inCategories: Params[] = [{ category: 'kurtas' }, { subcategory: 'short' }]
    for (const params of [...others, ...inCategories.map((kind) => ({ brands: 'kori', ...kind }))])
      expect(ofBrand(params), JSON.stringify(params)).toEqual([])
  })

  test('of a product encode its id [product.1]', () => {
    expect(readsAt('product', { id: 'a/b c' }).slice(frame.length)).toEqual([
      'product products/a%2Fb%20c',
      'pairings products/pair-it-with/a%2Fb%20c',
    ])
  })

  test('of a search contain its query, including that of the filters [search.1]', () => {
    const params = {
      q: 'blue kurta',
      size: 'M',
      brands: 'kori',
      gender: 'women',
      category: 'kurtas',
    }

    expect(readsAt('search', params).slice(frame.length)).toEqual([
      'products products/list?brand=kori&category=kurtas&gender=women&search=blue+kurta&size=M',
      'filters products/get-filters?category=kurtas&gender=women&search=blue+kurta',
    ])
  })

  test('are all public calls [api.1]', () => {
    const readable = Object.values(calls)
      .filter(({ access, method }) => access === 'public' && method === 'GET')
      .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))
    const pages: Page[] = ['home', 'collections', 'product', 'search', 'cart']

    for (const page of pages)
      for (const [, path] of readsForPage(page, { id: '7', q: 'kurta' }))
        expect(readable.some((call) => call.test(`/${path.split('?')[0]}`))).toBe(true)
  })
})

test.each([
  [{}, 'WOMEN'],
  [{ gender: 'women' }, 'WOMEN'],
  [{ gender: 'MEN' }, 'MEN'],
  [{ gender: 'cats' }, 'WOMEN'],
])('a URL with %j is for %s [shell.13]', (params, gender) => {
  expect(genderOf(params)).toBe(gender)
})

test('a read has its name and path', () => {
  expect(productRead('7')).toEqual(['product', 'products/7'])
  expect(sizeChartRead('a&b', 'kurtas', 'long kurtas')).toEqual([
    'sizeChart',
    'size-chart/a%26b/kurtas/long%20kurtas',
  ])
  expect(suggestionsRead('blue')).toEqual(['suggestions', 'products/elastic-search?search=blue'])
  expect(productsRead({ sort: 'asc' }, 'c1')).toEqual([
    'products',
    'products/list?cursor=c1&sortBy=discountedPrice&sortOrder=asc',
  ])
})
