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
  const ravi = await aUser(db)
  await addToCart(db, ravi.userId, { productId })

  const stockFor = async (shopper: { userId: string; token: string }) =>
    (await readCart(api, shopper)).products[0]?.productId.stock

  expect(await stockFor(me)).toEqual({ M: 1 })
  expect(await stockFor(ravi)).toEqual({ M: 0 })
  expect((await startPayment(api, me)).status).toBe(200)
})
