import { expect, test } from 'vitest'

import type { Filters } from '#contract/catalogue/listing.ts'
import { rupees } from '#tests/support/builders.ts'
import { activeFilters } from './activeFilters.ts'

const filters: Filters = {
  size: ['S', 'M'],
  brands: [{ _id: 'saanjh', name: 'Saanjh' }],
  origins: ['India'],
  min_price: rupees(299),
  max_price: rupees(9999),
}
const textsOf = (params: Record<string, string>) =>
  activeFilters({ params, filters, categories: [] }).map(({ text }) => text)

test('every filter that holds is named [list.2]', () => {
  const params = { size: 'S,M', brands: 'saanjh', origin: 'India', inStock: 'true' }

  expect(textsOf(params)).toEqual(['Size S', 'Size M', 'Saanjh', 'Made in India', 'In stock'])
})

test('a brand that a search does not find has a name still [list.2] [search.1]', () => {
  expect(textsOf({ brands: 'bunkar-row' })).toEqual(['Bunkar Row'])
})

test('prices are said as far as they are limited [list.2]', () => {
  expect(textsOf({ min: '999', max: '6999' })).toEqual(['₹999 to ₹6,999'])
  expect(textsOf({ min: '999' })).toEqual(['From ₹999'])
  expect(textsOf({ max: '129999' })).toEqual(['Up to ₹1,29,999'])
})

test('taking one away leaves the others [list.2]', () => {
  const [small] = activeFilters({ params: { size: 'S,M' }, filters, categories: [] })

  expect(small?.removal).toEqual({ size: 'M' })
})

test('the kind of clothes is a filter of a search only [search.1]', () => {
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

test('a brand is called as it calls itself, and without its name as its id reads [list.2]', () => {
  const brands = [
    { _id: 'house', name: 'HOUSE of Khadi' },
    { _id: 'aavni', name: 'AAVNI' },
  ]
  const of = (given?: Filters) =>
    activeFilters({ params: { brands: 'aavni' }, filters: given, categories: [] })

  expect(of({ ...filters, brands })).toMatchObject([{ text: 'AAVNI' }])
  expect(of()).toMatchObject([{ text: 'Aavni' }])
})

test('the price and what is in stock are taken away whole [list.2]', () => {
  const params = { min: '999', max: '6999', inStock: 'true' }

  expect(
    activeFilters({ params, filters, categories: [] }).map(({ removal }) => removal),
  ).toStrictEqual([{ min: undefined, max: undefined }, { inStock: undefined }])
})
