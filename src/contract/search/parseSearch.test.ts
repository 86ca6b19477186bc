import { describe, expect, test } from 'vitest'

import { parseSearch } from './parseSearch.ts'

const wordsOf = (search: string) => parseSearch(search).words.map(({ text }) => text)

describe('prices in a search', () => {
  test.each([
    ['shirt under 1000', { max: 1000 }],
    ['shirt below 2000', { max: 2000 }],
    ['shirt less than 1500', { max: 1500 }],
    ['shirt under ₹1,499', { max: 1499 }],
    ['shirt under Rs. 999', { max: 999 }],
    ['shirt under rs999/-', { max: 999 }],
    ['shirt below 800 rupees', { max: 800 }],
    ['shirt upto 2k', { max: 2000 }],
    ['under 500 shirt', { max: 500 }],
    ['shirt under 2000 below 1000', { max: 1000 }],
    ['shirt above 500', { min: 500 }],
    ['shirt above 500 over 800', { min: 800 }],
    ['shirt more than 1k', { min: 1000 }],
    ['shirt between 1000 and 2000', { min: 1000, max: 2000 }],
    ['shirt from 2000 to 1000', { min: 1000, max: 2000 }],
    ['shirt 1000-2000', { min: 1000, max: 2000 }],
    ['shirt under 2 hazaar', { max: 2000 }],
    ['25-30 hazaar shirt', { min: 25_000, max: 30_000 }],
    ['shirt 1 to 2k', { min: 1000, max: 2000 }],
    ['shirt 1000 se 2000', { min: 1000, max: 2000 }],
    ['shirt 1000 se kam', { max: 1000 }],
    ['shirt 500 se zyada', { min: 500 }],
    ['shirt 1000 तक', { max: 1000 }],
    ['shirt 1000 से कम', { max: 1000 }],
  ])('%s is a shirt within %o [search.1]', (search, price) => {
    const parsed = parseSearch(search)
    expect(parsed.price?.value).toEqual(price)
    expect(parsed.words.map(({ text }) => text)).toEqual(['shirt'])
  })

  test.each(['thunder 1000', 'under 99999999999', 'age 2-3', 'shirt under'])(
    '%s has none [search.1]',
    (search) => expect(parseSearch(search).price).toBeUndefined(),
  )
})

describe('discounts in a search', () => {
  test.each([
    ['kurta 50% off', 50],
    ['flat 30 percent discount kurta', 30],
    ['kurta sale', 1],
    ['offers on kurta', 1],
  ])('%s is a kurta at %d%% off or more [search.1]', (search, percent) => {
    expect(parseSearch(search).discount?.value).toBe(percent)
  })

  test.each(['sales kurta', 'salem kurta', '100% cotton'])('%s has none [search.1]', (search) =>
    expect(parseSearch(search).discount).toBeUndefined(),
  )
})

describe('sizes in a search', () => {
  test.each([
    ['xxl kurta', 'XXL'],
    ['kurta 3xl', '3XL'],
    ['size m kurta', 'M'],
    ['kurta in s size', 'S'],
    ['kurta size: 40', '40'],
    ['kurta 32 waist', '32'],
    ['kurta uk 8', 'UK 8'],
    ['kurta uk8', 'UK 8'],
    ['plus size kurta', 'XXL'],
  ])('%s is a kurta in %s [search.1]', (search, size) => {
    expect(parseSearch(search).sizes.map(({ value }) => value)).toEqual([size])
  })

  test('a single letter is not a size [search.1]', () => {
    expect(parseSearch('l shaped bag').sizes).toEqual([])
  })
})

describe('words in a search', () => {
  test.each([
    ['Red Kurtá', ['red', 'kurta']],
    ["men's kurta", ['men', 'kurta']],
    ['t shirt', ['tshirt']],
    ['T-Shirts', ['tshirts']],
    ['tee shirt', ['tshirt']],
    ['t-shi', ['tshi']],
    ['salwar-kameez', ['salwar', 'kameez']],
    ['!?', []],
    ['साड़ी', ['साडी']],
    ['कुर्ता कुर्ती', ['कुरता', 'कुरती']],
  ])('%s are %o [search.1]', (search, words) => expect(wordsOf(search)).toEqual(words))

  test('each part keeps its text as typed [search.1]', () => {
    const { tokens, words, price } = parseSearch('Red sarees under ₹1,000')
    expect(tokens).toEqual(['Red', 'sarees', 'under', '₹1,000'])
    expect(words.map(({ tokenIndexes: at }) => at)).toEqual([[0], [1]])
    expect(price?.tokenIndexes).toEqual([2, 3])
  })
})
