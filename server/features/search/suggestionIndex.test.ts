import { describe, expect, test } from 'vitest'

import { alikeWords } from './alikeWords.ts'
import { bestOf, indexing, rangeOf } from './wordIndex.ts'

const indexOf = (names: Record<string, string>, soldOut: string[] = []) => {
  const made = indexing()
  for (const [id, name] of Object.entries(names)) {
    const [called = '', others = ''] = name.split('|')
    const words = (text: string) => text.split(' ').filter(Boolean)
    made.add({ id, isInStock: !soldOut.includes(id), name: words(called), others: words(others) })
  }
  return made.finish()
}

const clothes = { a: 'blue shirt', b: 'blue kurta|shirting', c: 'red shirt', d: 'shirt|blue' }

describe('the index of words', () => {
  test('knows all words that begin alike, and no others', () => {
    const index = indexOf({ a: 'shirt shirting shoe short' })
    const [from, to] = rangeOf(index, 'shirt')

    expect(index.words.slice(from, to)).toEqual(['shirt', 'shirting'])
    expect(rangeOf(index, 'zari')).toEqual([4, 4])
  })

  test('finds what has all the words, first what is called so [search.1]', () => {
    expect(bestOf(indexOf(clothes), ['blu', 'shirt'], 4)).toEqual(['a', 'b', 'd'])
    expect(bestOf(indexOf(clothes), ['shi'], 4)).toEqual(['a', 'c', 'd', 'b'])
  })

  test('shows what is sold out last, and no more than asked for', () => {
    expect(bestOf(indexOf(clothes, ['a']), ['shirt'], 4)).toEqual(['c', 'd', 'b', 'a'])
    expect(bestOf(indexOf(clothes), ['shirt'], 2)).toEqual(['a', 'c'])
  })

  test('finds nothing for a word that no product has', () => {
    expect(bestOf(indexOf(clothes), ['blue', 'sofa'], 4)).toEqual([])
  })

  test('counts a word once, however often a product has it', () => {
    const index = indexOf({ a: 'shirt|shirt shirts blue', b: 'blue shirt' })

    expect(bestOf(index, ['shirt', 'blue'], 4)).toEqual(['b', 'a'])
  })
})

describe('a mistyped word', () => {
  const alike = alikeWords(indexOf({ a: 'anarkali kurta', b: 'jeans kurta', c: 'kurtas' }))

  test.each([
    ['anrkali', 'anarkali'],
    ['jeens', 'jeans'],
    ['krta', 'kurta'],
  ])('%s is taken for %s [search.1]', (given, meant) => expect(alike(given)).toBe(meant))

  test('that is like nothing stays unknown', () => expect(alike('xyzzy')).toBeUndefined())
})
