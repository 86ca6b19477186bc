import { expect } from 'vitest'

import { readCart } from '#tests/support/api/checkoutTest.ts'
import { aUser, addToCart, onSale } from '#tests/support/shopper/givens.ts'
import { startPayment, test } from '#tests/support/api/paymentTest.ts'

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
