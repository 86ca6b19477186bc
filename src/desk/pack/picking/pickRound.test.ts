import { describe, expect, test } from 'vitest'

import { aPickItem, aPickOrder } from '#tests/support/desk/pickOrders.ts'
import {
  changedRound,
  matchScan,
  pickLinesOf,
  progressOf,
  roundOrdersOf,
  groupByShelf,
  usualRound,
} from './pickRound.ts'

const kurti = aPickItem({ code: 'SAA-1087', name: 'Block kurti', size: 'M', shelf: 'B-07' })
const juttis = aPickItem({ item: 2, code: 'KOR-1001', size: '38', shelf: 'A-10', quantity: 2 })
const first = aPickOrder({ number: 'PEH-AAA', items: [kurti, juttis] })
const second = aPickOrder({
  number: 'PEH-BBB',
  items: [kurti, { ...kurti, size: 'L', isTrialSize: true, shelf: null }],
})
const elsewhere = aPickOrder({ number: 'PEH-CCC', warehouse: { id: 'pune', name: 'Pune' } })

const numbers = ['PEH-AAA', 'PEH-BBB']
const lines = pickLinesOf(roundOrdersOf(numbers, [first, second]))
const picked = (key: string) =>
  lines.map((line) => (line.key === key ? { ...line, picked: line.quantity } : line))

describe('a round', () => {
  test('begins with the first three orders of one warehouse [pack.1]', () => {
    const more = ['PEH-DDD', 'PEH-EEE'].map((number) => aPickOrder({ number }))
    expect(usualRound([first, elsewhere, second, ...more])).toEqual([...numbers, 'PEH-DDD'])
    expect(usualRound([])).toEqual([])
  })

  test('a bag keeps its letter when another order is ready [pack.1]', () => {
    expect(roundOrdersOf(numbers, [second]).map(({ number, letter }) => [number, letter])).toEqual([
      ['PEH-BBB', 'B'],
    ])
  })

  test('keeps the bags of the orders that stay when others are chosen [pack.1]', () => {
    expect(changedRound(['A', 'B', 'C'], ['C', 'D', 'B'])).toEqual(['D', 'B', 'C'])
    expect(changedRound(['A', 'B'], ['B'])).toEqual(['', 'B'])
    expect(changedRound(['', 'B'], ['B', 'C', 'D'])).toEqual(['C', 'B', 'D'])
  })

  test('leads from shelf to shelf, and to what has no shelf last [pack.1]', () => {
    const b2 = { ...kurti, code: 'TAR-1', shelf: 'A-2' }
    const orders = roundOrdersOf(['PEH-AAA'], [{ ...first, items: [...second.items, juttis, b2] }])
    expect(groupByShelf(pickLinesOf(orders)).map(({ name }) => name)).toEqual([
      'A-2',
      'A-10',
      'B-07',
      null,
    ])
  })

  test('counts things, not lines [pack.1]', () => {
    expect(progressOf([{ ...juttis, picked: 1 }, kurti])).toEqual({ quantity: 3, picked: 1 })
  })
})

describe('a scanned label', () => {
  test('belongs to the first bag that still needs it [pack.1]', () => {
    expect(matchScan(' saa-1087-m', lines)).toMatchObject({
      kind: 'right',
      line: { letter: 'A' },
    })
    expect(matchScan('SAA-1087-M', picked('PEH-AAA 1 M'))).toMatchObject({
      kind: 'right',
      line: { letter: 'B' },
    })
  })

  test('without a size counts when only one size is to be picked [pack.1]', () => {
    expect(matchScan('KOR-1001', lines)).toMatchObject({ kind: 'right', line: { size: '38' } })
    expect(matchScan('SAA-1087', lines)).toMatchObject({ kind: 'whichSize' })
    expect(matchScan('SAA-1087', picked('PEH-BBB 1 L'))).toMatchObject({ kind: 'right' })
  })

  test('of another size, of a finished item and of another product is refused [pack.1]', () => {
    expect(matchScan('SAA-1087-XL', lines)).toMatchObject({
      kind: 'wrongSize',
      scannedSize: 'XL',
      line: { size: 'M' },
    })
    expect(matchScan('KOR-1001-38', picked('PEH-AAA 2 38'))).toMatchObject({ kind: 'enough' })
    expect(matchScan('EKT-1-M', lines)).toEqual({ kind: 'unknown', code: 'EKT-1-M' })
  })
})
