import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { createSpellingCorrector } from '#server/commerce/search/query/spelling.ts'
import {
  wordIndexBuilder,
  isInName,
  positionOf,
  postingsOf,
  rangeOf,
  rangeOfWord,
} from './wordIndex.ts'

const indexOf = (...names: string[]) => {
  const indexing = wordIndexBuilder()
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

  test('tells whether a word occurs in the name', async () => {
    const indexing = wordIndexBuilder()
    indexing.add({ name: ['blue', 'shirt'], otherWords: ['shirt', 'cotton'] })
    indexing.add({ name: ['kurta'], otherWords: ['shirt'] })
    const index = await indexing.finish()

    const [postings = new Uint32Array()] = postingsOf(index, [rangeOf(index, 'shirt')])

    expect([...postings].map((posting) => [positionOf(posting), isInName(posting)])).toEqual([
      [0, true],
      [1, false],
    ])
  })
})

describe('a mistyped word', () => {
  const names = [
    'anarkali kurta',
    'jeans kurta',
    'kurtas',
    'zari20417',
    'charcoal hoodie',
    'sandals',
    'canvas sneakers',
  ]
  const correct = async (typed: string, ...inStore: string[]) =>
    (await createSpellingCorrector(await indexOf(...names, ...inStore)))(typed)

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
    expect(correct(typed)).resolves.toBe(corrected),
  )

  test.each(['xyzzy', 'chaarrcol', 'pajama', 'urtasari', 'snek'])(
    'stays unknown if no word is similar: %s',
    (typed) => expect(correct(typed)).resolves.toBeUndefined(),
  )

  test('is not corrected to a product code', async () => {
    expect(await correct('zari20471')).toBeUndefined()
    expect(await correct('zariwork', 'zariwork2')).toBeUndefined()
  })

  test('is corrected to the most common of equally similar words [search.1]', async () => {
    expect(await correct('shart', 'short', 'blue shirt', 'red shirt')).toBe('shirt')
    expect(await correct('shart', 'shirt', 'blue short', 'red short')).toBe('short')
    const [ab, cd] = ['embroideredab', 'embroideredcd']
    expect(await correct('embroiderd', ab, `${cd} a`, `${cd} b`)).toBe(cd)
    expect(await correct('embroiderd', cd, `${ab} a`, `${ab} b`)).toBe(ab)
    expect(await correct('embroiderd', 'embroidereda', `${ab} a`, `${ab} b`)).toBe('embroidereda')
  })
})

test('building a large index does not block other requests', async () => {
  const indexing = wordIndexBuilder()
  for (let at = 0; at < 6001; at++) indexing.add({ name: [`code${at}`], otherWords: [] })
  // As on a slow machine: each chunk takes longer than a turn of the event loop may.
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 100))
  onTestFinished(() => void vi.restoreAllMocks())
  let handled = 0
  const handleNext = () => {
    handled += 1
    next = setImmediate(handleNext)
  }
  let next = setImmediate(handleNext)
  const index = await indexing.finish()
  const afterFinish = handled
  await createSpellingCorrector(index)
  clearImmediate(next)

  expect(afterFinish).toBeGreaterThanOrEqual(6)
  expect(handled - afterFinish).toBeGreaterThanOrEqual(3)
})
