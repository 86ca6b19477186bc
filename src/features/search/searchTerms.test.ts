import { expect, test } from 'vitest'

import { addSearch } from './SearchBox.tsx'

test('the newest search is listed first, and once [search.1]', () => {
  expect(addSearch('kurta', ['saree', 'Kurta'])).toEqual(['kurta', 'saree'])
})

test('only the last eight searches are stored [search.1]', () => {
  const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

  expect(addSearch('new', eight)).toEqual(['new', ...eight.slice(0, 7)])
})
