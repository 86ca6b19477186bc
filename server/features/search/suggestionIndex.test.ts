import { describe, expect, test } from 'vitest'

import { createSimilarWords } from './similarWords.ts'
import { createRangeLookup } from './suggestionIndex.ts'
import { findBest, createIndexing, rangeOf } from './wordIndex.ts'

const indexOf = (names: Record<string, string>, soldOut: string[] = []) => {
  const made = createIndexing()
  for (const [id, name] of Object.entries(names)) {
    const [called = '', others = ''] = name.split('|')
    const words = (text: string) => text.split(' ').filter(Boolean)
    made.add({
      id,
      isInStock: !soldOut.includes(id),
      name: words(called),
      otherWords: words(others),
    })
  }
  return made.finish()
}

/** The ids of the suggestions for a query. */
const found = async (names: Record<string, string>, typed: string, soldOut: string[] = []) => {
  const index = await indexOf(names, soldOut)
  const alike = await createSimilarWords(index)
  return findBest(
    index,
    typed.split(' ').map((word) => createRangeLookup(index, word, alike)),
    4,
  )
}

const clothes = { a: 'blue shirt', b: 'blue kurta|shirting', c: 'red shirt', d: 'shirt|blue' }

describe('the index of words', () => {
  test('knows all words that begin alike, and no others', async () => {
    const index = await indexOf({ a: 'shirt shirting shoe short' })
    const [from, to] = rangeOf(index, 'shirt')

    expect(index.words.slice(from, to)).toEqual(['shirt', 'shirting'])
    expect(rangeOf(index, 'zari')).toEqual([4, 4])
  })

  test('finds what has all the words, first what is called so [search.1]', async () => {
    expect(await found(clothes, 'blu shirt')).toEqual(['a', 'b', 'd'])
    expect(await found(clothes, 'shi')).toEqual(['a', 'c', 'd', 'b'])
  })

  test('shows what is sold out last, and no more than asked for', async () => {
    expect(await found(clothes, 'shirt', ['a'])).toEqual(['c', 'd', 'b', 'a'])
    const index = await indexOf(clothes)
    expect(
      findBest(index, [{ strongRanges: [rangeOf(index, 'shirt')], weakRanges: [] }], 2),
    ).toEqual(['a', 'c'])
  })

  test('finds nothing for a word that no product has', async () => {
    expect(await found(clothes, 'blue sofa')).toEqual([])
  })

  test('counts a word once, however often a product has it', async () => {
    const names = { a: 'shirt|shirt shirts blue', b: 'blue shirt' }

    expect(await found(names, 'shirt blue')).toEqual(['b', 'a'])
  })
})

describe('a word in one form or another', () => {
  test.each([
    ['cros', { a: 'crop top', b: 'crossbody bag' }, ['b']],
    ['dres', { a: 'dream saree', b: 'wrap dress' }, ['b']],
    ['dress', { a: 'dream saree', b: 'wrap dress' }, ['b']],
    ['dresses', { a: 'wrap dress', b: 'saree|dresses' }, ['a', 'b']],
    ['dresses', { a: 'wrap dress' }, ['a']],
    ['shirts', { a: 'blue shirt', b: 'shirts', c: 'kurta|shirting' }, ['a', 'b', 'c']],
    ['shirts', { a: 'shirting' }, ['a']],
    ['bags', { a: 'baggy jeans', b: 'hand bag', c: 'bags' }, ['b', 'c', 'a']],
    ['sarees', { a: 'silk saree', b: 'blouse|sarees' }, ['a', 'b']],
    ['kurtis', { a: 'long kurti' }, ['a']],
    ['jeens', { a: 'blue jeans' }, ['a']],
    ['accessories', { a: 'hair accessory', b: 'accessories' }, ['a', 'b']],
    ['accessory', { a: 'hair accessory', b: 'accessories' }, ['a', 'b']],
    ['accessories', { a: 'hair accessory' }, ['a']],
    ['accessory', { a: 'accessories' }, ['a']],
    ['accessorie', { a: 'hair accessory', b: 'accessories' }, ['a', 'b']],
    ['hoodies', { a: 'grey hoodie' }, ['a']],
  ])('%s finds the right of %o [search.1]', async (typed, names, ids) => {
    expect(await found(names as Record<string, string>, typed)).toEqual(ids)
  })
})

describe('a mistyped word', async () => {
  const index = await indexOf({
    a: 'anarkali kurta',
    b: 'jeans kurta',
    c: 'kurtas',
    d: 'zari20417',
    e: 'charcoal hoodie',
    f: 'sandals',
    g: 'canvas sneakers',
  })
  const alike = await createSimilarWords(index)

  test.each([
    ['anrkali', 'anarkali'],
    ['jeens', 'jeans'],
    ['krta', 'kurta'],
    ['jaens', 'jeans'],
    ['jenas', 'jeans'],
    ['anarkly', 'anarkali'],
    ['chappal', 'sandals'],
    ['hudi', 'hoodie'],
    ['sneker', 'sneakers'],
    ['sandel', 'sandals'],
  ])('%s is taken for %s [search.1]', (given, meant) => expect(alike(given)).toBe(meant))

  test.each(['xyzzy', 'chaarrcol', 'pajama', 'urtasari', 'snek'])(
    'stays unknown where it is like nothing: %s',
    (given) => expect(alike(given)).toBeUndefined(),
  )

  test('is not taken for the code of an article', () => {
    expect(alike('zari20471')).toBeUndefined()
  })
})

test('others are answered while the words of many products are put in order', async () => {
  const made = createIndexing()
  for (let at = 0; at < 6001; at++) {
    made.add({ id: String(at), isInStock: true, name: [`code${at}`], otherWords: [] })
  }
  let answered = 0
  const answer = () => {
    answered += 1
    next = setImmediate(answer)
  }
  let next = setImmediate(answer)
  const index = await made.finish()
  const afterFinish = answered
  await createSimilarWords(index)
  clearImmediate(next)

  expect(afterFinish).toBeGreaterThanOrEqual(6)
  expect(answered - afterFinish).toBeGreaterThanOrEqual(3)
})
