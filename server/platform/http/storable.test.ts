import { expect, test } from 'vitest'

import { rejectUnstorable } from './storable.ts'

const invalid = expect.objectContaining({ code: 'invalid' })
const nested = (levels: number): unknown => (levels === 0 ? 'kurta' : [nested(levels - 1)])

test.for([
  ['a text', 'a\0b'],
  ['half a character', '\ud83d'],
  ['a field', { note: 'a\0' }],
  ['a field’s name', { 'a\0': 1 }],
  ['a list', [1, ['\udc00']]],
])('%s that the database cannot store is refused [safe.3]', ([, given]) => {
  expect(() => rejectUnstorable(given)).toThrow(invalid)
})

test.for(['kurta', '👗', 7, true, null, undefined, { note: null, tags: ['red', ''] }])(
  '%j can be stored [safe.3]',
  (given) => {
    expect(() => rejectUnstorable(given)).not.toThrow()
  },
)

test('values are nested twenty levels deep at most [safe.3] [safe.4]', () => {
  expect(() => rejectUnstorable(nested(20))).not.toThrow()
  expect(() => rejectUnstorable(nested(21))).toThrow(invalid)
})
