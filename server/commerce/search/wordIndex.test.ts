import { describe, expect, test } from 'vitest'

import { createSimilarWords } from './similarWords.ts'
import { createIndexing, rangeOf, rangeOfWord, visit } from './wordIndex.ts'

const indexOf = (...names: string[]) => {
  const indexing = createIndexing()
  for (const name of names) indexing.add({ name: name.split(' '), otherWords: [] })
  return indexing.finish()
}

describe('the word index', () => {
  test('finds all words with a prefix, and no others', async () => {
    const index = await indexOf('shirt shirting shoe short')
    const [from, to] = rangeOf(index, 'shirt')

    expect(index.words.slice(from, to)).toEqual(['shirt', 'shirting'])
    expect(rangeOf(index, 'zari')).toEqual([4, 4])
    expect(rangeOfWord(index, 'shirt')).toEqual([0, 1])
    expect(rangeOfWord(index, 'shir')).toEqual([0, 0])
  })

  test('tells whether a word is in the name', async () => {
    const indexing = createIndexing()
    indexing.add({ name: ['blue', 'shirt'], otherWords: ['shirt', 'cotton'] })
    indexing.add({ name: ['kurta'], otherWords: ['shirt'] })
    const index = await indexing.finish()
    const found: [number, boolean][] = []

    visit(index, [rangeOf(index, 'shirt')], (place, isNamed) => found.push([place, isNamed]))

    expect(found).toEqual([
      [0, true],
      [1, false],
    ])
  })
})

describe('a mistyped word', async () => {
  const index = await indexOf(
    'anarkali kurta',
    'jeans kurta',
    'kurtas',
    'zari20417',
    'charcoal hoodie',
    'sandals',
    'canvas sneakers',
  )
  const correct = await createSimilarWords(index)

  test.each([
    ['anrkali', 'anarkali'],
    ['jeens', 'jeans'],
    ['krta', 'kurta'],
    ['jaens', 'jeans'],
    ['jenas', 'jeans'],
    ['anarkly', 'anarkali'],
    ['sneker', 'sneakers'],
    ['sandel', 'sandals'],
  ])('%s is corrected to %s [search.1]', (typed, corrected) =>
    expect(correct(typed)).toBe(corrected),
  )

  test.each(['xyzzy', 'chaarrcol', 'pajama', 'urtasari', 'snek'])(
    'stays unknown if it is similar to nothing: %s',
    (typed) => expect(correct(typed)).toBeUndefined(),
  )

  test('is not corrected to the code of an article', () => {
    expect(correct('zari20471')).toBeUndefined()
  })
})

test('other requests are answered while the words of many products are sorted', async () => {
  const indexing = createIndexing()
  for (let at = 0; at < 6001; at++) indexing.add({ name: [`code${at}`], otherWords: [] })
  let answered = 0
  const answer = () => {
    answered += 1
    next = setImmediate(answer)
  }
  let next = setImmediate(answer)
  const index = await indexing.finish()
  const afterFinish = answered
  await createSimilarWords(index)
  clearImmediate(next)

  expect(afterFinish).toBeGreaterThanOrEqual(6)
  expect(answered - afterFinish).toBeGreaterThanOrEqual(3)
})
