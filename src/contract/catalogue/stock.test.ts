import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { adjacentSizes, trialSizesOf, sizeText } from './stock.ts'

const sizes = ['XS', 'S', 'M', 'L', 'XL']

describe('the trial sizes', () => {
  test.each([
    [sizes, 'M', ['S', 'L']],
    [sizes, 'XS', ['S', 'XL']],
    [sizes, 'XL', ['XS', 'L']],
    [['S', 'M'], 'S', ['M']],
    [['S', 'M'], 'M', ['S']],
    [['M'], 'M', []],
    [[], 'M', []],
    [sizes, 'XXL', []],
  ])('in %j for %s are %j [bag.6]', (all, chosen, beside) => {
    expect(adjacentSizes(all, chosen)).toEqual(beside)
  })

  test('are only those in stock [bag.6]', () => {
    const stock = { XS: 1, S: 0, M: 3 }

    expect(trialSizesOf({ size: sizes, stock }, 'M')).toEqual([])
    expect(trialSizesOf({ size: sizes, stock }, 'S')).toEqual(['XS', 'M'])
  })

  test('are at most two, and never the chosen one [bag.6]', () => {
    const lists = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 12 })

    fc.assert(
      fc.property(lists, fc.nat(), (all, at) => {
        const chosen = all[at % all.length] ?? ''
        const beside = adjacentSizes(all, chosen)
        expect(beside).not.toContain(chosen)
        expect(beside).toHaveLength(Math.min(2, all.length - 1))
      }),
    )
  })
})

test.each([
  ['M', 'Size M'],
  ['UK 7', 'Size UK 7'],
  ['Free size', 'Free size'],
])('size %s reads %s [product.1]', (size, text) => {
  expect(sizeText(size)).toBe(text)
})
