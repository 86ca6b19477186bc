import { expect, test } from 'vitest'

import { aProduct } from '#tests/support/shopper/builders.ts'
import { addViewed } from './recentlyViewed.ts'
import type { ViewedProduct } from './viewedProduct.ts'

const viewing = (...ids: string[]) =>
  ids.reduce<ViewedProduct[]>((viewed, _id) => addViewed(viewed, aProduct({ _id })), [])

test('the last viewed product comes first and once [home.3]', () => {
  expect(viewing('a', 'b', 'a').map(({ _id }) => _id)).toEqual(['a', 'b'])
})

test('only the latest twelve products are stored [home.3]', () => {
  const many = Array.from({ length: 15 }, (_, index) => `p${index}`)

  expect(viewing(...many)).toHaveLength(12)
})

test('prices are not stored, because they may change [home.3]', () => {
  const [viewed] = viewing('a')

  expect(Object.keys(viewed ?? {})).toEqual(['_id', 'name', 'brandName', 'photo', 'tint'])
})
