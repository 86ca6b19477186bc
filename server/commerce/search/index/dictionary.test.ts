import { expect, test } from 'vitest'

import { createDictionary } from './dictionary.ts'

const brand = (id: string, ...aliases: string[]) => ({ id, name: id, aliases })
const { currentIdOf } = createDictionary({
  categories: [],
  subcategories: [],
  brands: [brand('asha', 'asha-textiles', 'bela'), brand('bela')],
})

test.for([
  ['asha-textiles', 'asha'],
  ['bela', 'bela'],
  ['unknown', 'unknown'],
] as const)('the brand %s is now %s: an id of its own comes before an alias', ([id, current]) => {
  expect(currentIdOf('brand', id)).toBe(current)
})
