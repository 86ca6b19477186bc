import { expect, test } from 'vitest'

import type { CatalogueSnapshot } from '#server/commerce/search/index/catalogueSnapshot.ts'
import { attributeClause, priceMatches, weights, wordClause } from './clauses.ts'
import type { Column } from '#server/commerce/search/index/columns.ts'
import { type Matches, rankMatches } from './matches.ts'
import { wordIndexBuilder } from '#server/commerce/search/index/wordIndex.ts'

type TestProduct = { name: string; otherWords?: string; colour?: string; fabric?: string }

function columnOf(values: string[]): Column {
  const distinct = [...new Set(values)]
  return {
    values: distinct.map((value) => (value ? [value] : [])),
    codes: Uint32Array.from(values, (value) => distinct.indexOf(value)),
  }
}

async function snapshotOf(products: TestProduct[], pricesRupees: number[] = []) {
  const indexing = wordIndexBuilder()
  for (const { name, otherWords = '' } of products) {
    indexing.add({ name: name.split(' '), otherWords: otherWords.split(' ').filter(Boolean) })
  }
  return {
    ids: products.map((_product, at) => `product-${at}`),
    words: await indexing.finish(),
    columns: {
      colour: columnOf(products.map(({ colour = '' }) => colour)),
      brand: columnOf(products.map(({ colour = '' }) => colour)),
      fabrics: columnOf(products.map(({ fabric = '' }) => fabric)),
    },
    prices: Uint32Array.from(pricesRupees, (rupees) => rupees * 100),
  } as Partial<CatalogueSnapshot> as CatalogueSnapshot
}

/** The products, highest score first. */
const ranked = (matches: Matches) => [...rankMatches(matches, new Uint8Array(100).fill(1))]

test('maroon products rank above other reds, with the word in the name above other texts [search.1]', async () => {
  const snapshot = await snapshotOf([
    { name: 'plain kurta', colour: 'red' },
    { name: 'silk kurta', otherWords: 'maroon', colour: 'red' },
    { name: 'maroon kurta', colour: 'red' },
    { name: 'maroon print', colour: 'blue' },
  ])
  const colour = attributeClause(snapshot, { kind: 'colour', id: 'red', word: 'maroon' })
  const brand = attributeClause(snapshot, { kind: 'brand', id: 'red', word: 'maroon' })

  expect(ranked(colour.matches())).toEqual([2, 1, 0])
  expect(ranked(brand.matches())).toEqual([0, 1, 2])
  expect([colour.weight(), brand.weight()]).toEqual([weights.colour, weights.brand])
  const called = attributeClause(snapshot, { kind: 'colour', id: 'red', word: 'crimson' })
  expect(ranked(called.matches())).toEqual([0, 1, 2])
})

test('wider matches of a fabric include products with the word in the name only [search.1]', async () => {
  const snapshot = await snapshotOf([
    { name: 'denim jacket', fabric: 'cotton' },
    { name: 'blue jacket', fabric: 'denim' },
    { name: 'silk saree', fabric: 'silk' },
  ])
  const fabricClause = (id: string) => attributeClause(snapshot, { kind: 'fabric', id, word: id })
  const denim = fabricClause('denim')

  expect(ranked(denim.matches())).toEqual([1])
  expect(ranked(denim.widerMatches!())).toEqual([0, 1])
  expect(ranked(fabricClause('silk').widerMatches!())).toEqual([2])
})

test('a price range includes both limits [search.1]', async () => {
  const products = Array.from({ length: 4 }, () => ({ name: 'kurta' }))
  const snapshot = await snapshotOf(products, [499, 500, 1000, 1001])

  expect(ranked(priceMatches(snapshot, { min: 500, max: 1000 })())).toEqual([1, 2])
  expect(ranked(priceMatches(snapshot, { min: 500 })())).toEqual([1, 2, 3])
  expect(ranked(priceMatches(snapshot, { max: 500 })())).toEqual([0, 1])
})

test('a word matches its inflections and synonyms, in names first [search.1]', async () => {
  const snapshot = await snapshotOf([
    { name: 'saree', otherWords: 'shirt' },
    { name: 'shirting fabric' },
    { name: 'printed shirt' },
    { name: 'silk dupatta' },
  ])
  const found = (word: string) => ranked(wordClause(snapshot, word).matches())

  expect(found('shirt')).toEqual([1, 2, 0])
  // A word that only starts with the stem ranks below the word itself.
  expect(found('shirts')).toEqual([2, 0, 1])
  expect(found('chunni')).toEqual([3])
  expect(found('lehenga')).toEqual([])
})

test('a word in names weighs more than a word in other texts, and an unknown word the least [search.1]', async () => {
  const snapshot = await snapshotOf([
    { name: 'silk kurta', otherWords: 'festive' },
    { name: 'silk saree', otherWords: 'kurta' },
  ])
  const weightOf = (word: string) => wordClause(snapshot, word).weight()

  expect(['silk', 'kurta', 'festive', 'zari'].map(weightOf)).toEqual([4, 2.5, 1, 0.5])
})
