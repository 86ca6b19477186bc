import { describe, expect, test } from 'vitest'

import { publicReads } from './reads.ts'
import type { Page, Params } from '#contract/pages/paths.ts'
import {
  genderOf,
  productRead,
  productsRead,
  readOf,
  readsForPage,
  suggestionsRead,
} from './reads.ts'

const frame = ['readStore store', 'readCategories categories/list', 'readGenders gender/list']
const costs = [
  'readShippingCharges shipping-charge/get-shipping-charge',
  'readStandardTerms tryBuyTerms/standardTerms',
  'readTryAndBuyTerms tryBuyTerms',
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
    ['search', ['readTrendingSearches trending-searches']],
    ['collections', ['readProducts products/list', 'readFilters products/get-filters']],
    [
      'home',
      [
        'readSliders sliders/viewAllSliders',
        'readHomeGrid homeGridCategories',
        'readOffers home-offers',
        'readRandomSubcategories categories/getRandomSubCategories?gender=women',
        'readPremiumBrands brands/getPremiumBrands?gender=women',
      ],
    ],
  ])('%s are those of the header and %j [pwa.3]', (page, reads) => {
    expect(readsAt(page)).toEqual([...frame, ...reads])
  })

  test('of home follow the chosen gender [shell.13]', () => {
    expect(readsAt('home', { gender: 'Men' }).slice(-2)).toEqual([
      'readRandomSubcategories categories/getRandomSubCategories?gender=men',
      'readPremiumBrands brands/getPremiumBrands?gender=men',
    ])
  })

  test('of a list of one brand include its page, unless it is a search or in a category [list.1]', () => {
    const ofBrand = (params: Params) =>
      readsAt('collections', params).filter((read) => read.startsWith('readBrandPage'))

    expect(ofBrand({ brands: 'nool & co', size: 'M' })).toEqual([
      'readBrandPage brands/nool%20%26%20co/page',
    ])
    const others: Params[] = [{ brands: 'kori,maru' }, { brands: 'kori', q: 'blue' }, {}]
    const inCategories: Params[] = [{ category: 'kurtas' }, { subcategory: 'short' }]
    for (const params of [...others, ...inCategories.map((kind) => ({ brands: 'kori', ...kind }))])
      expect(ofBrand(params), JSON.stringify(params)).toEqual([])
  })

  test('of a product encode its id [product.1]', () => {
    expect(readsAt('product', { id: 'a/b c' }).slice(frame.length)).toEqual([
      'readProduct products/a%2Fb%20c',
      'readPairings products/pair-it-with/a%2Fb%20c',
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
      'readProducts products/list?brand=kori&category=kurtas&gender=women&search=blue+kurta&size=M',
      'readFilters products/get-filters?category=kurtas&gender=women&search=blue+kurta',
    ])
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

test('a read with the same response for every visitor has no part that a visitor chose [login.6]', () => {
  const chosen = Object.values(publicReads).filter(
    ({ isShared, path }) => isShared && /:/.test(path),
  )

  expect(chosen).toEqual([])
})

test('a read has its name and path', () => {
  expect(productRead('7')).toEqual(['readProduct', 'products/7'])
  const sizes = { brandId: 'a&b', categoryId: 'kurtas', subcategoryId: 'long kurtas' }
  expect(readOf('readSizeChart', { params: sizes })).toEqual([
    'readSizeChart',
    'size-chart/a%26b/kurtas/long%20kurtas',
  ])
  expect(suggestionsRead('blue')).toEqual([
    'suggestProducts',
    'products/elastic-search?search=blue',
  ])
  expect(productsRead({ sort: 'asc' }, 'c1')).toEqual([
    'readProducts',
    'products/list?cursor=c1&sortBy=discountedPrice&sortOrder=asc',
  ])
})
