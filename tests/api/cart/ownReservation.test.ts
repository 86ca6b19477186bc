import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'

import { carts } from '#server/database/schema/carts.ts'
import { productSizes } from '#server/database/schema/catalogue.ts'
import { readCart } from '#tests/support/api/tests/checkoutTest.ts'
import { aUser, addToCart, onSale } from '#tests/support/shopper/givens.ts'
import { startPayment, test } from '#tests/support/api/tests/paymentTest.ts'

test('a customer who closes the payment window keeps the last item in the bag; others see it sold out [checkout.6] [order.8]', async ({
  api,
  db,
  me,
}) => {
  const productId = await onSale(db, { stock: { M: 1 } })
  await addToCart(db, me.userId, { productId })
  expect((await startPayment(api, me)).status).toBe(200)
  const other = await onSale(db, { stock: { M: 2 } })
  await addToCart(db, me.userId, { productId: other })
  const ravi = await aUser(db)
  await addToCart(db, ravi.userId, { productId })

  const stockFor = async (shopper: { userId: string; token: string }) =>
    (await readCart(api, shopper)).products.map(({ productId: { _id, stock } }) => ({
      [_id]: stock,
    }))

  const mine = await stockFor(me)
  expect(mine).toHaveLength(2)
  expect(mine).toEqual(expect.arrayContaining([{ [productId]: { M: 1 } }, { [other]: { M: 2 } }]))
  expect(await stockFor(ravi)).toEqual([{ [productId]: { M: 0 } }])
  expect((await startPayment(api, me)).status).toBe(200)
})

test('both sizes of a trial that awaits payment are in stock for its customer, even one that is no longer sold [bag.7] [order.8]', async ({
  api,
  db,
  me,
}) => {
  const productId = await onSale(db, { stock: { S: 4, M: 3, L: 1 } })
  await addToCart(db, me.userId, { productId, size: 'M', trialSize: 'L' })
  expect((await startPayment(api, me)).status).toBe(200)
  const stock = async () => (await readCart(api, me)).products[0]?.productId.stock

  expect(await stock()).toEqual({ S: 4, M: 3, L: 1 })

  await db
    .delete(productSizes)
    .where(and(eq(productSizes.productId, productId), eq(productSizes.size, 'L')))
  expect(await stock()).toEqual({ S: 4, M: 3, L: 1 })
})

test('a bag has a receiver once both the name and the number are known', async ({
  api,
  db,
  me,
  kurta,
}) => {
  await addToCart(db, me.userId, { productId: kurta })
  const receiver = async (changes: Partial<typeof carts.$inferInsert>) => {
    await db.update(carts).set(changes).where(eq(carts.userId, me.userId))
    return (await readCart(api, me)).receiver
  }

  expect(await receiver({ receiverName: 'Meera' })).toBeNull()
  expect(await receiver({ receiverName: null, receiverContactNumber: '9826041375' })).toBeNull()
  expect(await receiver({ receiverName: 'Meera' })).toEqual({
    name: 'Meera',
    contactNumber: '9826041375',
  })
})
