import { describe, expect, test } from 'vitest'

import { listQueryOf } from '#contract/catalogue/listQuery.ts'
import { listed, toggled, withChange, withoutFilters } from './listAddress.ts'

const address = { category: 'kurtas', size: 'M,L', brands: 'saanjh', min: '999', sort: 'asc' }

describe('the address of a list', () => {
  test('says everything that the call asks [list.1] [list.2] [list.3]', () => {
    expect(listQueryOf({ ...address, origin: 'India', inStock: 'true', max: '2500' })).toEqual({
      category: 'kurtas',
      size: 'M,L',
      brand: 'saanjh',
      priceMin: '999',
      priceMax: '2500',
      origin: 'India',
      inStock: 'true',
      sortBy: 'discountedPrice',
      sortOrder: 'asc',
    })
  })

  test('what fits nothing is left out [list.2]', () => {
    expect(listQueryOf({ min: 'cheap', sort: 'up', inStock: 'maybe', utm: 'x' })).toEqual({})
  })

  test('a change leaves the rest as it was [list.2]', () => {
    expect(withChange(address, { size: 'S' })).toEqual({ ...address, size: 'S' })
    expect(withChange(address, { min: undefined })).not.toHaveProperty('min')
  })

  test('clearing keeps the kind of clothes and the order [list.5]', () => {
    expect(withoutFilters(address)).toEqual({ category: 'kurtas', sort: 'asc' })
  })

  test('of a search the kind is cleared too, and the words stay [search.1]', () => {
    expect(withoutFilters({ ...address, q: 'blue' })).toEqual({ q: 'blue', sort: 'asc' })
  })
})

test('several values of one filter come and go one by one [list.2]', () => {
  expect(toggled('M,L', 'XL')).toBe('M,L,XL')
  expect(toggled('M,L', 'M')).toBe('L')
  expect(toggled('L', 'L')).toBeUndefined()
  expect(toggled(undefined, 'S')).toBe('S')
  expect(listed(undefined)).toEqual([])
})
