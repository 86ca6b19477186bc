import { describe, expect, test } from 'vitest'

import { wordsOfText, parseSearchQuery } from './searchQuery.ts'

describe('parsing a search', () => {
  test.each([
    ['mens kurta', ['kurta'], 'men'],
    ["men's kurta", ['kurta'], 'men'],
    ['kurta for men', ['kurta'], 'men'],
    ['Ladies’ kurti', ['kurti'], 'women'],
    ['women', [], 'women'],
    ['girls dresses', ['dresses'], 'women'],
    ['men and women', [], undefined],
    ['mens womens shirt', ['shirt'], undefined],
    ['mendhi', ['mendhi'], undefined],
  ])('%s searches for %o for %s [search.1]', (search, words, gender) => {
    expect(parseSearchQuery(search)).toMatchObject({ words, gender })
  })

  test.each([
    ['shirt under 1000', 1000],
    ['shirt below 2000', 2000],
    ['shirt less than 1500', 1500],
    ['shirt under ₹1,499', 1499],
    ['shirt under Rs. 999', 999],
    ['shirt under rs999/-', 999],
    ['shirt below 800 rupees', 800],
    ['shirt upto 2k', 2000],
    ['under 500 shirt', 500],
    ['shirt under 2000 below 1000', 1000],
  ])('%s is a shirt up to %i [search.1]', (search, priceMax) => {
    expect(parseSearchQuery(search)).toEqual({ words: ['shirt'], gender: undefined, priceMax })
  })

  test.each([
    ['shirt for the office', ['shirt', 'office']],
    ['the', ['the']],
    ['for the', ['the']],
    ['shirt under', ['shirt']],
    ['thunder 1000', ['thunder', '1000']],
    ['under 99999999999', ['99999999999']],
    ['!?', []],
    ['a1 b2 c3 d4 e5 f6 g7 h8 i9', ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8']],
  ])('%s has the words %o [search.1]', (search, words) => {
    expect(parseSearchQuery(search)).toEqual({ words, gender: undefined, priceMax: undefined })
  })
})

test.each(['T-shirt', 't shirt', 'tshirt', 'T - Shirt'])('%s is one word', (text) => {
  expect(wordsOfText(`white ${text}`)).toEqual(['white', 'tshirt'])
})
