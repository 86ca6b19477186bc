import { expect } from 'vitest'

import { readBag } from '#tests/support/api/checkoutTest.ts'
import { aUser, inCart, onSale } from '#tests/support/shopper/givens.ts'
import { beginPaying, test } from '#tests/support/api/paymentTest.ts'

test('who closes the payment window on the last piece still has it in the bag; others see it gone [checkout.6] [order.8]', async ({
  api,
  db,
  me,
}) => {
  const productId = await onSale(db, { stock: { M: 1 } })
  await inCart(db, me.userId, { productId })
  expect((await beginPaying(api, me)).status).toBe(200)
  const ravi = await aUser(db)
  await inCart(db, ravi.userId, { productId })

  const stockFor = async (shopper: { userId: string; token: string }) =>
    (await readBag(api, shopper)).products[0]?.productId.stock

  expect(await stockFor(me)).toEqual({ M: 1 })
  expect(await stockFor(ravi)).toEqual({ M: 0 })
  expect((await beginPaying(api, me)).status).toBe(200)
})
