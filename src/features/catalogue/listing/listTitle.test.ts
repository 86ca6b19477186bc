import { describe, expect, test } from 'vitest'

import type { Category } from '#contract/catalogue/catalogue.ts'
import { aProduct } from '#tests/support/shopper/builders.ts'
import { categoryFilterOf, listTitleOf, totalText } from './listTitle.ts'

const aCategory = (changes: Partial<Category>): Category => ({
  _id: 'kurtas',
  name: 'Kurtas',
  slug: 'kurtas',
  title: 'Kurtas',
  photo: '',
  image: '',
  gender: [{ name: 'MEN' }],
  subcategories: [
    { _id: 'short', name: 'Short kurtas', title: 'Short kurtas', slug: 'short', photo: '' },
  ],
  ...changes,
})
const categories = [
  aCategory({}),
  aCategory({ _id: 'sarees', name: 'Sarees', gender: [{ name: 'WOMEN' }], subcategories: [] }),
]

describe('the category filter of a list', () => {
  test('are categories in a list of everything [list.2]', () => {
    expect(categoryFilterOf({}, categories)).toMatchObject({
      legend: 'Category',
      name: 'category',
      options: [{ _id: 'kurtas' }, { _id: 'sarees' }],
    })
  })

  test('are categories of one gender [list.2] [shell.13]', () => {
    expect(categoryFilterOf({ gender: 'women' }, categories).options).toMatchObject([
      { _id: 'sarees' },
    ])
  })

  test('are the subcategories of its category [list.2]', () => {
    const inShort = {
      legend: 'Subcategory',
      name: 'subcategory',
      within: 'kurtas',
      options: [{ _id: 'short' }],
    }

    expect(categoryFilterOf({ category: 'kurtas' }, categories)).toMatchObject(inShort)
    expect(categoryFilterOf({ subcategory: 'short' }, categories)).toMatchObject(inShort)
  })

  test('have the gender added to identical names', () => {
    const twice = [aCategory({}), aCategory({ _id: 'w', gender: [{ name: 'WOMEN' }] })]

    expect(categoryFilterOf({}, twice).options.map(({ name }) => name)).toEqual([
      'Kurtas, men',
      'Kurtas, women',
    ])
    const both: Category['gender'] = [{ name: 'MEN' }, { name: 'WOMEN' }]
    expect(
      categoryFilterOf({}, [aCategory({ gender: both }), aCategory({ _id: 'w' })]).options[0]?.name,
    ).toBe('Kurtas, men and women')
    expect(categoryFilterOf({}, categories).options.map(({ name }) => name)).toEqual([
      'Kurtas',
      'Sarees',
    ])
  })

  test('include unisex categories for both genders [list.2] [shell.13]', () => {
    const both = [aCategory({ gender: [{ name: 'MEN' }, { name: 'WOMEN' }] })]

    expect(categoryFilterOf({ gender: 'women' }, both).options).toHaveLength(1)
  })
})

test('the title of a list names its filters [list.1]', () => {
  const ofBrand = [aProduct()]

  expect(listTitleOf({ subcategory: 'short' }, categories, ofBrand)).toBe('Short kurtas')
  expect(listTitleOf({ category: 'sarees', gender: 'women' }, categories, [])).toBe('Sarees')
  expect(listTitleOf({ brands: 'amodra' }, categories, ofBrand)).toBe('Amodra')
  expect(listTitleOf({ gender: 'men' }, categories, [])).toBe('Men')
  expect(listTitleOf({ gender: 'WOMEN' }, categories, undefined)).toBe('Women')
  expect(listTitleOf({ gender: 'cats' }, categories, [])).toBe('All styles')
  expect(listTitleOf({ brands: 'amodra,saanjh' }, categories, ofBrand)).toBe('All styles')
})

test('the number of items is exact, or says that there are more [list.1]', () => {
  expect(totalText({ total: 1 })).toBe('1 item')
  expect(totalText({ total: 65_000, totalRelation: 'gte' })).toBe('65,000+ items')
})
