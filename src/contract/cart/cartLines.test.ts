import { describe, expect, test } from 'vitest'

import type { Product } from '#contract/catalogue/product.ts'
import * as rules from '#contract/rules.ts'
import { aCartLine, aProduct } from '#tests/support/shopper/builders.ts'
import {
  addItem,
  changeItem,
  chooseDelivery,
  type LinesChange,
  removeItem,
  untriableLine,
} from './cartLines.ts'
import { noticeText, refusalOf } from './cartTexts.ts'

/** `product` in a size, as a new line. */
const item = (product: Product, size: string, quantity = 1) => ({
  ...{ lineId: `local-${size}`, product },
  ...{ size, quantity },
})

function linesOf(change: LinesChange) {
  if (change.refusal) throw new Error(`refused: ${change.refusal.reason}`)
  return change.lines
}
const noticeIn = (change: LinesChange) => {
  if (change.refusal || !change.notice) throw new Error('no notice')
  return noticeText(change.notice)
}
const refusalIn = ({ refusal }: LinesChange) => refusal && refusalOf(refusal)

const kurta = aProduct({ stock: { S: 5, M: 12, L: 0 } })
const inFourSizes = aProduct({
  size: ['S', 'M', 'L', 'XL'],
  stock: { S: 5, M: 5, L: 5, XL: 5 },
})
const noTrials = aProduct({
  _id: 'saree',
  brand: { ...aProduct().brand, is_try_and_buy_visible: false },
})
const tried = { purchaseType: 'Try and Buy', trialSize: 'S' } as const

describe('an added item', () => {
  test('adds to the line of its size, at most 8 and at most the stock, and says so [bag.17]', () => {
    const five = [aCartLine({ productId: kurta, size: 'M', quantity: 5 })]

    expect(linesOf(addItem(five, item(kurta, 'M', 2)))).toMatchObject([
      { _id: 'line-1', quantity: 7 },
    ])
    const eight = addItem(five, item(kurta, 'M', 5))
    expect(linesOf(eight)).toMatchObject([{ quantity: 8 }])
    expect(noticeIn(eight)).toBe('You can buy up to 8 of each size')
    const all = addItem([], item(kurta, 'S', 7))
    expect(linesOf(all)).toMatchObject([{ quantity: 5 }])
    expect(noticeIn(all)).toBe('Only 5 left in size S')
  })

  test('says nothing about a limit that it just reaches [bag.17]', () => {
    const { notice, lines } = addItem([], item(kurta, 'S', 5)) as { notice?: object; lines: object }

    expect(lines).toMatchObject([{ quantity: 5 }])
    expect(notice).toBeUndefined()
  })

  test('in another size is a new line with the bag’s delivery option [bag.7] [bag.17]', () => {
    const bag = [aCartLine({ productId: kurta, ...tried })]

    const lines = linesOf(addItem(bag, item(kurta, 'S')))

    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({ size: 'S', purchaseType: 'Try and Buy', trialSize: 'M' })
  })

  test('decides the delivery option of an empty bag only [bag.7]', () => {
    const add = { ...item(kurta, 'S'), purchaseType: 'Try and Buy' } as const

    expect(linesOf(addItem([], add))).toMatchObject([{ ...tried, trialSize: 'M' }])
    expect(linesOf(addItem([aCartLine({ productId: kurta, size: 'M' })], add))).toMatchObject([
      { purchaseType: 'Standard' },
      { purchaseType: 'Standard' },
    ])
    expect(refusalIn(addItem([], { ...add, product: noTrials }))?.code).toBe('not_allowed_now')
  })

  test('is Standard at first, with an id of its own [bag.17]', () => {
    const both = linesOf(addItem(linesOf(addItem([], item(kurta, 'S'))), item(kurta, 'M')))

    expect(new Set(both.map(({ _id }) => _id)).size).toBe(2)
    expect(both.map(({ purchaseType }) => purchaseType)).toEqual(['Standard', 'Standard'])
  })

  test('is refused if it is sold out, has no such size or the bag is full [bag.17]', () => {
    const full = Array.from({ length: rules.cart.maxLines }, (_, n) =>
      aCartLine({ _id: `line-${n}`, productId: aProduct({ _id: `product-${n}` }) }),
    )

    expect(refusalIn(addItem([], item(kurta, 'L')))).toEqual({
      ...{ code: 'out_of_stock', text: 'Size L is sold out' },
    })
    expect(refusalIn(addItem([], item(kurta, '7XL')))?.code).toBe('invalid')
    expect(refusalIn(addItem(full, item(noTrials, 'M')))?.code).toBe('not_allowed_now')
    expect(linesOf(addItem(full, item(full[3]!.productId, 'M')))[3]?.quantity).toBe(2)
  })

  test('makes a Try & Buy bag Standard if it cannot be tried, and says so [bag.6] [bag.7]', () => {
    const change = addItem([aCartLine({ productId: kurta, ...tried })], item(noTrials, 'M'))

    expect(linesOf(change)).toMatchObject([
      { purchaseType: 'Standard', trialSize: null },
      { purchaseType: 'Standard', trialSize: null },
    ])
    expect(noticeIn(change)).toMatch(/products\. Your bag has been changed to Standard delivery\.$/)
  })
})

test('changing to a size of another line merges the two [bag.17]', () => {
  const lines = [
    aCartLine({ _id: 'a', productId: kurta, size: 'S', quantity: 2 }),
    aCartLine({ _id: 'b', productId: kurta, size: 'M', quantity: 3 }),
  ]

  expect(linesOf(changeItem(lines, 'a', { size: 'M' }))).toMatchObject([
    { _id: 'a', size: 'M', quantity: 5 },
  ])
})

describe('a trial size', () => {
  test('stays when another one of the same size is added without one [bag.6] [bag.17]', () => {
    const bag = [aCartLine({ productId: inFourSizes, size: 'M', trialSize: 'L' })]

    expect(linesOf(addItem(bag, item(inFourSizes, 'M')))).toMatchObject([
      { quantity: 2, trialSize: 'L' },
    ])
  })

  test('that is valid for the new size is kept, and is never the chosen size [bag.6]', () => {
    const line = aCartLine({ size: 'M', ...tried })

    expect(linesOf(changeItem([line], 'line-1', { size: 'L' }))).toMatchObject([{ trialSize: 'S' }])
    expect(linesOf(changeItem([line], 'line-1', { size: 'S' }))).toMatchObject([{ trialSize: 'M' }])
  })

  test('is the first valid one with Try & Buy, and none with Standard [bag.7]', () => {
    const lines = [aCartLine({ productId: kurta, size: 'S' })]
    const change = linesOf(chooseDelivery(lines, 'Try and Buy'))

    expect(change).toMatchObject([{ purchaseType: 'Try and Buy', trialSize: 'M' }])
    expect(linesOf(chooseDelivery(change, 'Standard'))).toMatchObject([{ trialSize: null }])
  })

  test('chosen before stays with a Standard line until Try & Buy is chosen [bag.6] [bag.7]', () => {
    const newItem = { ...item(inFourSizes, 'M'), trialSize: 'L' }
    const standard = linesOf(addItem([], newItem))
    const again = linesOf(addItem(linesOf(addItem([], item(inFourSizes, 'M'))), newItem))

    for (const lines of [standard, again]) {
      expect(lines).toMatchObject([{ purchaseType: 'Standard', trialSize: 'L' }])
      expect(linesOf(chooseDelivery(lines, 'Try and Buy'))).toMatchObject([{ trialSize: 'L' }])
    }
    const [line] = standard
    expect(linesOf(changeItem(standard, line!._id, { size: 'S' }))).toMatchObject([
      { trialSize: null },
    ])
  })

  test('that is not next to the size is ignored with a new item, and refused in a change [bag.6]', () => {
    const lines = linesOf(addItem([], { ...item(inFourSizes, 'S'), trialSize: 'L' }))

    expect(lines).toMatchObject([{ trialSize: null }])
    expect(refusalIn(changeItem(lines, 'local-S', { trialSize: 'L' }))).toEqual({
      ...{ code: 'invalid', text: 'Please choose one of the trial sizes offered for size S' },
    })
  })

  test('that is sold out is refused, or replaced with Try & Buy [bag.6]', () => {
    const product = aProduct({ stock: { S: 0, M: 5, L: 2 } })
    const line = aCartLine({ productId: product, size: 'M', trialSize: 'S' })

    expect(refusalIn(changeItem([line], line._id, { trialSize: 'S' }))?.code).toBe('out_of_stock')
    expect(linesOf(chooseDelivery([line], 'Try and Buy'))).toMatchObject([{ trialSize: 'L' }])
  })
})

test('Try & Buy is refused for a bag with an item that cannot be tried [bag.6] [bag.7]', () => {
  const single = aCartLine({
    productId: aProduct({ name: 'Saree', size: ['Free'], stock: { Free: 3 } }),
    size: 'Free',
  })
  const other = aCartLine({ _id: 'b', productId: noTrials })

  expect(refusalIn(chooseDelivery([single], 'Try and Buy'))?.text).toBe(
    'Try & Buy isn’t available for Saree: it comes in one size only',
  )
  expect(refusalIn(chooseDelivery([single, other], 'Try and Buy'))?.text).toBe(
    'Try and Buy is not available for some items in your cart',
  )
  expect(untriableLine([single, other])).toBe(other)
})

describe('a change of one line', () => {
  const saree = aProduct({ _id: 'saree', stock: { M: 9 } })
  const lines = [
    aCartLine({ _id: 'a', productId: kurta, size: 'S', quantity: 2 }),
    aCartLine({ _id: 'b', productId: saree, size: 'M', quantity: 1 }),
  ]

  test('leaves the other lines as they are [bag.5]', () => {
    const changed = linesOf(changeItem(lines, 'b', { quantity: 3 }))
    expect(changed[0]).toBe(lines[0])
    expect(changed).toMatchObject([{}, { _id: 'b', size: 'M', quantity: 3 }])
    expect(linesOf(removeItem(lines, 'a'))).toEqual([lines[1]])
  })

  test('never merges the same size of two products [bag.17]', () => {
    expect(linesOf(changeItem(lines, 'a', { size: 'M' }))).toMatchObject([
      { _id: 'a', size: 'M', quantity: 2 },
      { _id: 'b', quantity: 1 },
    ])
    expect(linesOf(addItem(lines, item(kurta, 'M')))).toHaveLength(3)
  })

  test('to more than there is, or to a sold-out size, is refused [bag.5]', () => {
    expect(refusalIn(changeItem(lines, 'a', { quantity: 6 }))).toEqual({
      ...{ code: 'out_of_stock', text: 'Only 5 left in size S' },
    })
    expect(refusalIn(changeItem(lines, 'a', { size: 'L' }))?.text).toBe('Size L is sold out')
  })

  test('of a removed line changes nothing [bag.5]', () => {
    expect(linesOf(changeItem(lines, 'gone', { quantity: 3 }))).toBe(lines)
  })
})
