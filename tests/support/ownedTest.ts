import { payments } from '#server/database/paymentTables.ts'
import { wishlistLines } from '#server/database/wishlistTables.ts'
import type { Owned } from './accessMatrix.ts'
import { test as deliveredTest } from './deliveredTest.ts'
import { inCart } from './givens.ts'

/** A test by someone with a bag, a wishlist, an address and a delivered order. */
export const test = deliveredTest.extend<{ owned: Owned }>({
  owned: async ({ db, me: { userId, addressId }, kurta: productId, delivered }, use) => {
    const lineId = await inCart(db, userId, { productId })
    await db.insert(wishlistLines).values({ userId, productId, size: 'M' })
    const paymentOrderId = 'order_of_the_owner'
    await db.insert(payments).values({
      orderId: delivered.orderId,
      provider: 'sandbox',
      kind: 'checkout',
      status: 'created',
      amountPaise: 999_00,
      providerOrderId: paymentOrderId,
    })
    const { orderId, lineId: orderLineId } = delivered
    await use({ userId, addressId, lineId, productId, orderId, orderLineId, paymentOrderId })
  },
})
