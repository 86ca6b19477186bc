import { eq } from 'drizzle-orm'

import { saveComplaint } from '#server/features/support/complaints.ts'
import { users } from '#server/database/schema/users.ts'
import { productAlerts } from '#server/database/schema/notifications.ts'
import { payments } from '#server/database/schema/payments.ts'
import { wishlistLines } from '#server/database/schema/carts.ts'
import type { OwnedResources } from '#tests/support/calls/accessMatrix.ts'
import { test as deliveredTest } from './deliveredTest.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

/** A test by someone with a bag, a wishlist, an address and a delivered order. */
export const test = deliveredTest.extend<{ owned: OwnedResources }>({
  owned: async ({ api, db, me, kurta: productId, delivered }, use) => {
    const { userId, addressId, token } = me
    const lineId = await addToCart(db, userId, { productId })
    await db.insert(wishlistLines).values({ userId, productId, size: 'M' })
    const notice = { kind: 'price', pricePaise: 999_00 } as const
    await db.insert(productAlerts).values({ userId, productId, ...notice })
    const pushEndpoint = 'https://push.example/owned'
    const keys = { p256dh: `BK${'x'.repeat(85)}`, auth: 'x'.repeat(22) }
    const subscription = { endpoint: pushEndpoint, keys }
    const topics = ['orders']
    await api.request('/api/push/subscribe', withToken(token, 'POST', { subscription, topics }))
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
    const ids = { userId, addressId, lineId, productId, orderId, orderLineId }
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    const complaint = { name: 'Asha', contactNumber: user?.contactNumber ?? '', text: 'Late' }
    const complaintTicket = await saveComplaint(db, complaint)
    await use({ ...ids, paymentOrderId, pushEndpoint, complaintTicket })
  },
})
