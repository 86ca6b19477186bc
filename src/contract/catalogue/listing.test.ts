import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import { listQueryOf, searchTermOf, withQuery } from './listQuery.ts'
import { ListQuery } from './listing.ts'

describe('the query of a list page', () => {
  test('follows from its URL [list.1] [list.2]', () => {
    expect(
      listQueryOf({
        category: 'kurtas',
        subcategory: 'cotton',
        brands: 'amodra,vaarn',
        gender: 'women',
        size: 'S,M',
        min: '500',
        max: '1999.50',
        origin: 'India',
        inStock: 'true',
        q: 'blue',
        sort: 'desc',
      }),
    ).toEqual({
      category: 'kurtas',
      subcategory: 'cotton',
      brand: 'amodra,vaarn',
      gender: 'women',
      size: 'S,M',
      priceMin: '500',
      priceMax: '1999.50',
      origin: 'India',
      inStock: 'true',
      search: 'blue',
      sortBy: 'discountedPrice',
      sortOrder: 'desc',
    })
  })

  test('leaves out empty, unknown and invalid values', () => {
    const address = {
      category: ' ',
      gender: 'cats',
      min: '-1',
      size: ',',
      sort: 'up',
      discount: '200',
      pattern: 'dots',
    }

    expect(listQueryOf(address)).toEqual({})
  })

  test.each([
    ['min', '999999999.99', 'priceMin'],
    ['max', '0.5', 'priceMax'],
    ['size', 'M', 'size'],
    ['size', 'Free Size,XL', 'size'],
    ['brands', 'k'.repeat(200), 'brand'],
    ['category', 'k'.repeat(200), 'category'],
    ['inStock', 'false', 'inStock'],
    ['gender', 'MEN', 'gender'],
  ])('accepts %s=%s [list.2]', (name, value, inCall) => {
    expect(listQueryOf({ [name]: value })).toEqual({ [inCall]: value })
  })

  test.each([
    ['min', '1234567890'],
    ['min', '5.'],
    ['max', '5.123'],
    ['max', 'x5'],
    ['max', '5 rupees'],
    ['size', ',M'],
    ['size', 'M,'],
    ['size', 'M,,L'],
    ['brands', 'k'.repeat(201)],
    ['origin', `${'k'.repeat(100)},${'k'.repeat(100)}`],
    ['category', 'k'.repeat(201)],
    ['inStock', 'untrue'],
    ['inStock', 'falsehood'],
    ['gender', 'gentlemen'],
    ['gender', 'menswear'],
  ])('ignores %s=%s [list.2] [safe.3]', (name, value) => {
    expect(listQueryOf({ [name]: value })).toEqual({})
  })

  test.each([
    ['  blue kurta ', 'blue kurta'],
    ['kurta'.repeat(60), 'kurta'.repeat(16)],
    [`   ${'k'.repeat(80)}`, 'k'.repeat(80)],
    ['\0', ''],
    ['blue\r\nkurta', 'blue kurta'],
    ['\u200b\u200b kurta', 'kurta'],
    [`${'k'.repeat(79)} kurta`, 'k'.repeat(79)],
    ['blue\0kurta\n', 'blue kurta'],
    [`${'\u200b'.repeat(80)}kurta`, 'kurta'],
    [' \u200b ', ''],
    [`${'k'.repeat(79)}\u{1f457}`, 'k'.repeat(79)],
  ])('has a valid search term: %j is %j [search.1]', (q, words) => {
    expect(searchTermOf({ q })).toBe(words)
    expect(listQueryOf({ q })).toEqual(words ? { search: words } : {})
    expect(v.is(ListQuery, listQueryOf({ q }))).toBe(true)
  })

  test('is always accepted by the server [safe.3]', () => {
    const names = fc.constantFrom('q', 'category', 'brands', 'gender', 'size', 'min', 'max', 'sort')

    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (address) => {
        expect(v.is(ListQuery, listQueryOf(address))).toBe(true)
      }),
    )
  })
})

describe('a query', () => {
  test('has one spelling, so that its response is found in the cache [pwa.3]', () => {
    const first = withQuery('products/list', { size: 'M', brand: 'a&b', cursor: undefined })
    const second = withQuery('products/list', { cursor: '', brand: 'a&b', size: 'M' })

    expect(first).toBe('products/list?brand=a%26b&size=M')
    expect(second).toBe(first)
  })

  test('without values is left out', () => {
    expect(withQuery('brands', { gender: undefined })).toBe('brands')
  })
})
