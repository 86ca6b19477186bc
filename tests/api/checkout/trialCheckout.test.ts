import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { cartLines } from '#server/database/schema/carts.ts'
import { brands } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { test as checkoutTest } from '#tests/support/api/tests/checkoutTest.ts'
import { addToCart, numbersOf, onSale, pune, saveAddress } from '#tests/support/shopper/givens.ts'

type Trial = {
  /** A Try & Buy bag with one kurta in M and L as its trial size; it is sold in XS to XL. */
  lineId: string
  refusal: (changes?: object) => Promise<{ status: number; code?: string; msg?: string }>
}

/** The stock may have changed between the choice of Try & Buy and the order. */
const test = checkoutTest.extend<Trial>({
  lineId: async ({ db, me }, use) => {
    const stock = { XS: 3, S: 3, M: 3, L: 3, XL: 3 }
    const brand = { id: 'of-the-trial', name: 'Amodra' }
    const productId = await onSale(db, { stock, brand })
    await use(await addToCart(db, me.userId, { productId, trialSize: 'L' }))
  },
  refusal: async ({ place }, use) =>
    use(async (changes) => {
      const { status, response } = await place({ paymentMethod: 'prepaid', ...changes })
      const { code, msg } = response as { code?: string; msg?: string }
      return { status, ...(code ? { code } : {}), ...(msg ? { msg } : {}) }
    }),
})

const not = (msg: string) => ({ status: 409, code: 'not_allowed_now', msg })

test('a Standard order reserves and delivers no trial size that was chosen before [bag.7]', async ({
  db,
  me,
  place,
}) => {
  const productId = await onSale(db, { stock: { S: 3, M: 3, L: 3 } })
  await addToCart(db, me.userId, { productId })
  await db.update(cartLines).set({ trialSize: 'L' }).where(eq(cartLines.userId, me.userId))

  expect((await place({ paymentMethod: 'prepaid' })).status).toBe(200)

  const [line] = await db.select().from(orderLines).where(eq(orderLines.productId, productId))
  expect(line).toMatchObject({ size: 'M', trialSize: null })
  const sizes = await db.select().from(stockLevels).where(eq(stockLevels.productId, productId))
  const left = Object.fromEntries(sizes.map(({ size, onHand }) => [size, onHand]))
  expect(left).toEqual({ S: 3, M: 2, L: 3 })
})

describe('an order for Try & Buy', () => {
  test('is placed if all conditions are met [bag.7]', async ({ lineId, refusal }) => {
    expect(lineId).toBeTruthy()
    expect(await refusal()).toEqual({ status: 200 })
  })

  test('is paid online only [bag.7] [checkout.1]', async ({ db, me, lineId, refusal }) => {
    expect(lineId).toBeTruthy()
    expect(await refusal({ paymentMethod: 'cash on delivery' })).toEqual(
      not('Cash on Delivery is for Standard delivery only'),
    )
    expect(await db.$count(orders, eq(orders.userId, me.userId))).toBe(0)
  })

  test('requires a trial size for every line [bag.12]', async ({ db, lineId, refusal }) => {
    await db.update(cartLines).set({ trialSize: null }).where(eq(cartLines.id, lineId))

    expect(await refusal()).toEqual(not('Please select trial size for every product'))
  })

  test.for(['XL', 'XS', 'M', 'XXL'])(
    'requires a trial size adjacent to the chosen one: not %s for M [bag.6]',
    async (trialSize, { db, lineId, refusal }) => {
      await db.update(cartLines).set({ trialSize }).where(eq(cartLines.id, lineId))

      expect(await refusal()).toEqual(not('Please choose another trial size for Blue kurta'))
    },
  )

  test('is refused for a brand that no longer offers it [bag.2] [bag.7]', async ({
    db,
    lineId,
    refusal,
  }) => {
    expect(lineId).toBeTruthy()
    await db.update(brands).set({ hasTryAndBuy: false }).where(eq(brands.id, 'of-the-trial'))

    expect(await refusal()).toEqual(not('Try and Buy not available for Amodra products'))
  })

  test('is refused in a city without it [bag.7]', async ({ db, me, lineId, refusal }) => {
    expect(lineId).toBeTruthy()
    const addressId = await saveAddress(db, me.userId, { city: 'Pune', ...numbersOf(pune) })

    expect(await refusal({ addressId })).toEqual(
      not('Try & Buy isn’t available at the chosen address'),
    )
  })

  test('is refused when the trial size that was sent is not the saved one [checkout.8]', async ({
    lineId,
    refusal,
  }) => {
    const line = { _id: lineId, purchaseType: 'Try and Buy', size: 'M' }
    const changed = { status: 409, code: 'price_changed' }

    expect(await refusal({ cart_item_ids: [{ ...line, trialSize: 'S' }] })).toMatchObject(changed)
    expect(await refusal({ cart_item_ids: [line] })).toMatchObject(changed)
    expect(
      await refusal({ cart_item_ids: [{ ...line, trialSize: 'L', purchaseType: 'Standard' }] }),
    ).toMatchObject(changed)
  })
})
