import { expect, test } from 'vitest'

import {
  conditionMasks,
  intersectMatches,
  MatchCollector,
  type Matches,
  rankMatches,
} from './matches.ts'

const productCount = 100
const inStock = new Uint8Array(productCount).fill(1)

function matchesOf(pointsByPosition: [position: number, points: number][]) {
  const collector = new MatchCollector(productCount)
  for (const [position, points] of pointsByPosition) collector.add(position, points)
  return collector.toMatches()
}

test('products that match every word are found, the highest score first [search.1]', () => {
  const red = matchesOf([
    [90, 0],
    [3, 1],
    [40, 2],
    [7, 0],
  ])
  const kurta = matchesOf([
    [3, 1],
    [90, 3],
    [41, 3],
    [7, 2],
  ])

  expect([...rankMatches(intersectMatches([red, kurta]), inStock)]).toEqual([90, 3, 7])
  expect([...rankMatches(intersectMatches([kurta, red]), inStock)]).toEqual([90, 3, 7])
})

test('only the best match of each word counts [search.1]', () => {
  const often = matchesOf([
    [5, 0],
    [5, 2],
    [5, 1],
    [2, 1],
  ])
  expect([...rankMatches(often, inStock)]).toEqual([5, 2])
})

test('the score of a word that many products have adds up with that of a rare one [search.1]', () => {
  const every = (step: number, pointsOf: (position: number) => number) =>
    matchesOf(
      Array.from({ length: Math.ceil(productCount / step) }, (_, at) => {
        const position = at * step
        return [position, pointsOf(position)]
      }),
    )
  const everyOther = every(2, (position) => position % 4)
  const everyThird = every(3, () => 1)
  const rare = matchesOf([
    [5, 1],
    [6, 3],
    [12, 0],
    [99, 1],
  ])
  const scores = (...words: Matches[]) => {
    const { positions, points } = intersectMatches(words)
    return [...positions].map((position, at) => [position, points[at]])
  }

  const ofAll = [
    [6, 3 + 2 + 1],
    [12, 0 + 0 + 1],
  ]
  expect(scores(rare, everyOther, everyThird)).toEqual(ofAll)
  expect(scores(everyThird, everyOther, rare)).toEqual(ofAll)
  expect(scores(everyThird, everyOther)).toEqual(
    Array.from({ length: 17 }, (_, at) => [at * 6, ((at * 6) % 4) + 1]),
  )
  expect(scores(rare)).toEqual([
    [5, 1],
    [6, 3],
    [12, 0],
    [99, 1],
  ])
})

test('a word finds only its own products, few or many, whatever was searched before [search.1]', () => {
  const found = (positions: number[]) => {
    const collector = new MatchCollector(1000)
    for (const position of positions) collector.add(position, 1)
    return [...rankMatches(collector.toMatches(), new Uint8Array(1000))]
  }
  expect(found([900, 4])).toEqual([4, 900])
  expect(found([7, 6, 5, 990, 4])).toEqual([4, 5, 6, 7, 990])
  expect(found([8])).toEqual([8])
  expect(found([])).toEqual([])
})

test('of a word that thousands of products have, each is found once with its best match [search.1]', () => {
  const collector = new MatchCollector(5000)
  const shuffled = Array.from({ length: 4000 }, (_, at) => (at * 1789) % 4000)
  for (const position of shuffled) collector.add(position, position % 3)
  for (const position of [3999, 0, 2000]) collector.add(position, 1)
  collector.add(4500, 2)

  const { positions, points } = collector.toMatches()

  expect([...positions]).toEqual([...Array.from({ length: 4000 }, (_, at) => at), 4500])
  expect([points[0], points[2000], points[3999], points[4000]]).toEqual([1, 2, 1, 2])
  expect([...points.subarray(0, 3999)].slice(1, 1999)).toEqual(
    Array.from({ length: 1998 }, (_, at) => (at + 1) % 3),
  )
  expect([collector.has(4500), collector.has(4501)]).toEqual([true, false])
})

test('sold-out products come last, however well they match [search.1]', () => {
  const oneSoldOut = inStock.slice()
  oneSoldOut[5] = 0
  const matches = matchesOf([
    [5, 3],
    [9, 0],
  ])
  expect([...rankMatches(matches, oneSoldOut)]).toEqual([9, 5])
})

test('the scores of fifteen words add up [search.1]', () => {
  const lists = Array.from({ length: 15 }, () =>
    matchesOf([
      [1, 2],
      [2, 3],
    ]),
  )
  expect([...rankMatches(intersectMatches(lists), inStock)]).toEqual([2, 1])
})

test('words that occur together are found when no product has all of them [search.1]', () => {
  const lists = [
    matchesOf([
      [1, 0],
      [2, 0],
    ]),
    matchesOf([[2, 0]]),
    matchesOf([[3, 0]]),
  ]
  expect(intersectMatches(lists).positions).toHaveLength(0)
  expect(conditionMasks(lists, productCount)).toEqual([0, 0b001, 0b011, 0b100])
})
