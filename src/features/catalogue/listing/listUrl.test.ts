import { describe, expect, test } from 'vitest'

import type { Filters } from '#contract/catalogue/listing.ts'
import { listQueryOf } from '#contract/catalogue/listQuery.ts'
import { rupees } from '#tests/support/shopper/builders.ts'
import { activeFilters, splitValues, toggleValue, withChange, withoutFilters } from './listUrl.ts'

const address = { category: 'kurtas', size: 'M,L', brands: 'saanjh', min: '999', sort: 'asc' }

describe('the URL of a list', () => {
  test('contains the whole query [list.1] [list.2] [list.3]', () => {
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

  test('leaves out invalid values [list.2]', () => {
    expect(listQueryOf({ min: 'cheap', sort: 'up', inStock: 'maybe', utm: 'x' })).toEqual({})
  })

  test('keeps everything else on a change [list.2]', () => {
    expect(withChange(address, { size: 'S' })).toEqual({ ...address, size: 'S' })
    expect(withChange(address, { min: undefined })).not.toHaveProperty('min')
  })

  test('keeps category and sort order when filters are cleared [list.5]', () => {
    expect(withoutFilters(address)).toEqual({ category: 'kurtas', sort: 'asc' })
  })

  test('keeps only the words of a search when filters are cleared [search.1]', () => {
    expect(withoutFilters({ ...address, q: 'blue' })).toEqual({ q: 'blue', sort: 'asc' })
  })
})

test('adds and removes several values of a filter one by one [list.2]', () => {
  expect(toggleValue('M,L', 'XL')).toBe('M,L,XL')
  expect(toggleValue('M,L', 'M')).toBe('L')
  expect(toggleValue('L', 'L')).toBeUndefined()
  expect(toggleValue(undefined, 'S')).toBe('S')
  expect(splitValues(undefined)).toEqual([])
})

const filters: Filters = {
  size: ['S', 'M'],
  brands: [{ _id: 'saanjh', name: 'Saanjh' }],
  origins: ['India'],
  ...{ colours: [], fabrics: [], occasions: [], discounts: [], ratings: [] },
  min_price: rupees(299),
  max_price: rupees(9999),
}
const textsOf = (params: Record<string, string>) =>
  activeFilters({ params, filters, categories: [] }).map(({ text }) => text)

test('names every active filter [list.2]', () => {
  const list = { category: 'women-kurtis', size: 'S,M', brands: 'saanjh' }
  const params = { ...list, origin: 'India', inStock: 'true' }

  expect(textsOf(params)).toEqual(['Size S', 'Size M', 'Saanjh', 'Made in India', 'In stock'])
})

test('on a brand’s page the brand is its heading, and no filter to remove [list.2]', () => {
  expect(textsOf({ brands: 'saanjh', size: 'S' })).toEqual(['Size S'])
  expect(textsOf({ brands: 'saanjh,bunkar-row' })).toEqual(['Saanjh', 'Bunkar Row'])
})

test('colour, fabric, occasion, discount and rating are named in words [list.2]', () => {
  const params = { colour: 'navy,red', fabric: 'faux-leather', occasion: 'wedding' }

  expect(textsOf(params)).toEqual(['Navy', 'Red', 'Faux leather', 'Wedding'])
  expect(textsOf({ discount: '40', rating: '4', new: 'true', back: 'true' })).toEqual([
    '40% off or more',
    '4 stars and above',
    'New arrivals',
    'Back in stock',
  ])
  expect(textsOf({ trending: 'Indore' })).toEqual(['Trending in Indore'])
  expect(textsOf({ colour: 'unheard-of' })).toEqual(['unheard-of'])
})

test('names a brand without results [list.2] [search.1]', () => {
  expect(textsOf({ q: 'kurta', brands: 'bunkar-row' })).toEqual(['Bunkar Row'])
})

test('names the price limits [list.2]', () => {
  expect(textsOf({ min: '999', max: '6999' })).toEqual(['₹999 to ₹6,999'])
  expect(textsOf({ min: '999' })).toEqual(['From ₹999'])
  expect(textsOf({ max: '129999' })).toEqual(['Up to ₹1,29,999'])
})

test('keeps the other filters when one is removed [list.2]', () => {
  const [small] = activeFilters({ params: { size: 'S,M' }, filters, categories: [] })

  expect(small?.removal).toEqual({ size: 'M' })
})

test('treats the category as a filter of a search only [search.1]', () => {
  const categories = [
    {
      _id: 'kurtas',
      name: 'Kurtas',
      slug: '',
      title: '',
      photo: '',
      image: '',
      gender: [],
      subcategories: [{ _id: 'short', name: 'Short kurtas', title: '', slug: 'short', photo: '' }],
    },
  ]
  const of = (params: Record<string, string>) => activeFilters({ params, filters, categories })

  expect(of({ category: 'kurtas' })).toEqual([])
  expect(of({ category: 'kurtas', q: 'blue' })).toStrictEqual([
    { text: 'Kurtas', removal: { category: undefined } },
  ])
  expect(of({ category: 'kurtas', subcategory: 'short', q: 'blue' })).toStrictEqual([
    { text: 'Kurtas', removal: { category: undefined } },
    { text: 'Short kurtas', removal: { subcategory: undefined } },
  ])
  expect(of({ subcategory: 'unknown', q: 'blue' })).toMatchObject([{ text: 'unknown' }])
})

test('shows a brand’s name, or its id as words [list.2]', () => {
  const brands = [
    { _id: 'house', name: 'HOUSE of Khadi' },
    { _id: 'aavni', name: 'AAVNI' },
  ]
  const of = (given?: Filters) =>
    activeFilters({ params: { q: 'kurta', brands: 'aavni' }, filters: given, categories: [] })

  expect(of({ ...filters, brands })).toMatchObject([{ text: 'AAVNI' }])
  expect(of()).toMatchObject([{ text: 'Aavni' }])
})

test('removes price and availability completely [list.2]', () => {
  const params = { min: '999', max: '6999', inStock: 'true' }

  expect(
    activeFilters({ params, filters, categories: [] }).map(({ removal }) => removal),
  ).toStrictEqual([{ min: undefined, max: undefined }, { inStock: undefined }])
})
