import { describe, expect } from 'vitest'

import { test } from '#tests/support/api/tests/cartTest.ts'
import {
  addToCart,
  numbersOf,
  onSale,
  pune,
  saveAddress,
  createWarehouses,
} from '#tests/support/shopper/givens.ts'

const tryAndBuy = { purchaseType: 'Try and Buy' }
const stock = { XS: 1, S: 1, M: 1, L: 1, XL: 1 }

describe('choosing Try & Buy for the bag', () => {
  test.for([
    ['M', stock, 'S'],
    ['XS', stock, 'S'],
    ['XL', stock, 'XS'],
    ['M', { ...stock, S: 0 }, 'L'],
    ['S', { S: 1, M: 1 }, 'M'],
  ] as const)(
    'gives a line in size %s of %j the trial size %s [bag.6] [bag.7]',
    async ([size, sizes, trialSize], { db, me, update }) => {
      const productId = await onSale(db, { stock: sizes })
      const itemId = await addToCart(db, me.userId, { productId, size })

      const { response } = await update({ itemId, productId, ...tryAndBuy })

      expect(response.result.products).toMatchObject([{ size, trialSize, ...tryAndBuy }])
    },
  )

  test('applies to all lines, including those added later [bag.7]', async ({
    db,
    me,
    add,
    update,
  }) => {
    const itemId = await addToCart(db, me.userId, { productId: await onSale(db) })
    await addToCart(db, me.userId, { productId: await onSale(db) })
    await update({ itemId, ...tryAndBuy })

    const tried = await add({ productId: await onSale(db), size: 'S', purchaseType: 'Standard' })
    const standard = await update({ itemId, purchaseType: 'Standard' })

    expect(tried.response.result.products).toMatchObject([tryAndBuy, tryAndBuy, tryAndBuy])
    expect(standard.response.result.products).toHaveLength(3)
    for (const line of standard.response.result.products) {
      expect(line).toMatchObject({ purchaseType: 'Standard', trialSize: null })
    }
  })

  test('again after Standard starts with the first trial size [bag.7]', async ({
    db,
    me,
    update,
  }) => {
    const itemId = await addToCart(db, me.userId, { productId: await onSale(db) })
    await update({ itemId, ...tryAndBuy })
    const chosen = await update({ itemId, trialSize: 'L' })
    await update({ itemId, purchaseType: 'Standard' })

    const again = await update({ itemId, ...tryAndBuy })

    expect(chosen.response.result.products).toMatchObject([{ trialSize: 'L' }])
    expect(again.response.result.products).toMatchObject([{ trialSize: 'S' }])
  })

  test('is possible with the first item that is added [bag.7] [bag.6]', async ({ db, add }) => {
    const { response } = await add({ productId: await onSale(db), size: 'M', ...tryAndBuy })

    expect(response.result.products).toMatchObject([{ ...tryAndBuy, trialSize: 'S' }])
  })

  test('is refused for brands without it [bag.7]', async ({ db, me, update, view }) => {
    const itemId = await addToCart(db, me.userId, { productId: await onSale(db) })
    const productId = await onSale(db, { brand: { name: 'Vaarn', hasTryAndBuy: false } })
    await addToCart(db, me.userId, { productId })

    const { status, response } = await update({ itemId, ...tryAndBuy })

    expect(status).toBe(409)
    expect(response).toMatchObject({
      code: 'not_allowed_now',
      msg: 'Try and Buy is not available for some items in your cart',
    })
    expect((await view()).response.result.products).toMatchObject([
      { purchaseType: 'Standard' },
      { purchaseType: 'Standard' },
    ])
  })

  test.for<[Record<string, number>, string]>([
    [{ M: 3 }, 'it comes in one size only'],
    [{ S: 0, M: 3, L: 0 }, 'the sizes next to M are sold out'],
  ])(
    'is refused if only %j is in stock, naming the product and the reason: %s [bag.6]',
    async ([sizes, reason], { db, me, update }) => {
      const productId = await onSale(db, { stock: sizes, name: 'Red saree' })
      const itemId = await addToCart(db, me.userId, { productId })

      const { status, response } = await update({ itemId, ...tryAndBuy })

      expect(status).toBe(409)
      expect(response.msg).toBe(`Try & Buy isn’t available for Red saree: ${reason}`)
    },
  )

  test('is refused if it is not offered at the chosen address [bag.7]', async ({
    db,
    me,
    update,
  }) => {
    await createWarehouses(db)
    const itemId = await addToCart(db, me.userId, { productId: await onSale(db) })
    const inPune = await saveAddress(db, me.userId, { city: 'Pune', ...numbersOf(pune) })
    await update({ addressId: inPune })

    const refused = await update({ itemId, ...tryAndBuy })
    await update({ addressId: await saveAddress(db, me.userId) })
    const allowed = await update({ itemId, ...tryAndBuy })

    expect(refused).toMatchObject({
      status: 409,
      response: { msg: 'Try & Buy isn’t available at the chosen address' },
    })
    expect(allowed.response.result.products).toMatchObject([tryAndBuy])
  })
})

describe('a trial size chosen on the product page', () => {
  test('leaves the bag Standard, and counts once Try & Buy is chosen [bag.6] [bag.7] [product.3]', async ({
    db,
    add,
    update,
  }) => {
    const productId = await onSale(db, { stock })

    const added = await add({ productId, size: 'M', trialSize: 'L', purchaseType: 'Standard' })
    const [line] = added.response.result.products as [{ _id: string }]
    const tried = await update({ itemId: line._id, ...tryAndBuy })

    expect(line).toMatchObject({ size: 'M', trialSize: 'L', purchaseType: 'Standard' })
    expect(tried.response.result.products).toMatchObject([{ trialSize: 'L', ...tryAndBuy }])
  })

  test('counts at once in a Try & Buy bag, even for an item that is already in it [bag.6]', async ({
    db,
    me,
    add,
  }) => {
    const productId = await onSale(db)
    await addToCart(db, me.userId, { productId, trialSize: 'S' })

    const again = await add({ productId, size: 'M', trialSize: 'L' })
    const stored = await add({ productId, size: 'M' })

    for (const { response } of [again, stored]) {
      expect(response.result.products).toMatchObject([{ size: 'M', trialSize: 'L', ...tryAndBuy }])
    }
  })

  test.for(['XL', 'M', 'XXXL'])(
    'is left out if it is not adjacent to the size: not %s for M [bag.6]',
    async (trialSize, { db, add }) => {
      const productId = await onSale(db, { stock })

      const { status, response } = await add({ productId, size: 'M', trialSize })

      expect(status).toBe(200)
      expect(response.result.products).toMatchObject([{ size: 'M', trialSize: null }])
    },
  )

  test('is replaced if it is sold out; the item is still added [bag.6]', async ({
    db,
    add,
    update,
  }) => {
    const productId = await onSale(db, { stock: { ...stock, L: 0 } })

    const added = await add({ productId, size: 'M', trialSize: 'L' })
    const [line] = added.response.result.products as [{ _id: string }]
    const tried = await update({ itemId: line._id, ...tryAndBuy })

    expect(added.status).toBe(200)
    expect(tried.response.result.products).toMatchObject([{ trialSize: 'S', ...tryAndBuy }])
  })

  test('is cleared once the size is no longer adjacent [bag.6]', async ({ db, add, update }) => {
    const productId = await onSale(db, { stock })
    const added = await add({ productId, size: 'M', trialSize: 'L' })
    const [line] = added.response.result.products as [{ _id: string }]

    const changed = await update({ itemId: line._id, size: 'S' })

    expect(changed.response.result.products).toMatchObject([{ size: 'S', trialSize: null }])
  })
})

describe('a line of a Try & Buy bag', () => {
  test('accepts an adjacent trial size only, never its own [bag.6]', async ({ db, me, update }) => {
    const productId = await onSale(db, { stock: { ...stock, S: 0 } })
    const itemId = await addToCart(db, me.userId, { productId, trialSize: 'L' })

    const far = await update({ itemId, trialSize: 'XL' })
    const own = await update({ itemId, trialSize: 'M' })
    const soldOut = await update({ itemId, trialSize: 'S' })
    const beside = await update({ itemId, size: 'XL', trialSize: 'XS' })

    expect([far.status, own.status, soldOut.status]).toEqual([400, 400, 409])
    expect(soldOut.response.msg).toBe('Size S is sold out')
    expect(beside.response.result.products).toMatchObject([{ size: 'XL', trialSize: 'XS' }])
  })

  test('keeps the trial size that was chosen, whatever else changes [bag.6] [bag.7]', async ({
    db,
    me,
    add,
    update,
  }) => {
    const productId = await onSale(db, { stock: { S: 5, M: 5, L: 5 } })
    const itemId = await addToCart(db, me.userId, { productId, trialSize: 'S' })

    const chosen = await update({ itemId, trialSize: 'L' })
    const more = await update({ itemId, quantity: 2 })
    const beside = await add({ productId: await onSale(db), size: 'M' })

    for (const { response } of [chosen, more, beside]) {
      expect(response.result.products[0]).toMatchObject({ size: 'M', trialSize: 'L' })
    }
  })

  test('gets another trial size when its size is no longer adjacent [bag.6]', async ({
    db,
    me,
    update,
  }) => {
    const productId = await onSale(db, { stock })
    const itemId = await addToCart(db, me.userId, { productId, size: 'S', trialSize: 'XS' })

    const { response } = await update({ itemId, size: 'L' })

    expect(response.result.products).toMatchObject([{ size: 'L', trialSize: 'M' }])
  })

  test('without a trial size changes the bag to Standard, and says why [bag.7]', async ({
    db,
    me,
    add,
  }) => {
    const productId = await onSale(db, { stock })
    await addToCart(db, me.userId, { productId, trialSize: 'L' })
    const brandless = await onSale(db, { brand: { name: 'Vaarn', hasTryAndBuy: false } })

    const { response } = await add({ productId: brandless, size: 'M' })

    expect(response.msg).toContain('Try and Buy not available for Vaarn products')
    expect(response.result.products).toMatchObject([
      { purchaseType: 'Standard' },
      { purchaseType: 'Standard' },
    ])
  })
})
