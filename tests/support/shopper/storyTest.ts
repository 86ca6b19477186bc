import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { doorPhotos, pickups } from '#server/database/schema/deliveries.ts'
import {
  deliveryAgents,
  invoices,
  orderLines,
  orders,
  returnPhotos,
} from '#server/database/schema/orders.ts'
import { staff } from '#server/database/schema/staff.ts'
import { productAlerts, pushSubscriptions } from '#server/database/schema/notifications.ts'
import { reviewPhotos, reviews } from '#server/database/schema/catalogue.ts'
import { consents, sessions, users } from '#server/database/schema/users.ts'
import { complaints } from '#server/database/schema/operations.ts'
import { wishlistLines } from '#server/database/schema/carts.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { addToCart, aPhone } from './givens.ts'
import { otpOf } from '#tests/support/api/tests/loginTest.ts'
import { test as orderTest } from '#tests/support/api/tests/orderTest.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'

/** Data that only this customer has. */
export const person = {
  firstName: 'Zubeida',
  lastName: 'Xaltunova',
  email: 'zubeida@mail.example',
  receiver: 'Quirinus',
}

type Story = {
  /** A customer who has used every feature and whose order has not arrived yet. */
  phone: string
  arrive: () => Promise<void>
  /** Requests an OTP and deletes the account with it, or with another one. */
  erase: (otp?: string) => Promise<Response>
}

/** What a rider wrote and photographed about the order, and its delivery code. */
async function leaveTraceAtDoor(db: Database, orderId: string) {
  const values = { name: 'Ravi Rao', contactNumber: aPhone(), role: 'rider' as const }
  const [rider] = await db.insert(staff).values(values).returning()
  const [agent] = await db
    .insert(deliveryAgents)
    .values({ name: values.name, contactNumber: values.contactNumber })
    .returning()
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  const note = `${person.firstName} wore it`
  await db.insert(pickups).values({
    ...{ lineId: line?.id ?? '', orderId, agentId: agent?.id ?? '' },
    ...{ note, failedReason: note },
  })
  await db.insert(doorPhotos).values({
    ...{ orderId, staffId: rider?.id ?? '', shows: 'delivery', picture: Buffer.from('Door') },
  })
  await db.update(orders).set({ deliveryCode: '4821' }).where(eq(orders.id, orderId))
}

export const test = orderTest.extend<Story>({
  phone: async ({ db, me: { userId }, orderId, kurta: productId }, use) => {
    const { receiver, ...named } = person
    const [user] = await db.update(users).set(named).where(eq(users.id, userId)).returning()
    const contactNumber = user?.contactNumber ?? ''
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId))
    await addToCart(db, userId, { productId })
    await db
      .update(orders)
      .set({ receiverName: receiver, receiverContactNumber: contactNumber })
      .where(eq(orders.id, orderId))
    await db.insert(wishlistLines).values({ userId, productId })
    await db.insert(productAlerts).values({ userId, productId, kind: 'price', pricePaise: 1 })
    await db.insert(pushSubscriptions).values({
      userId,
      sessionId: session?.id ?? '',
      endpoint: `https://push.example/${userId}`,
      p256dh: 'x',
      auth: 'x',
      topics: ['orders'],
    })
    const [review] = await db
      .insert(reviews)
      .values({
        ...{ userId, productId, size: 'M', stars: 5, words: 'Lovely' },
        firstName: named.firstName,
      })
      .returning()
    const photo = { userId, reviewId: review?.id, picture: Buffer.from('Mirror') }
    await db.insert(reviewPhotos).values(photo)
    await db.insert(returnPhotos).values({ userId, picture: Buffer.from('Sleeve') })
    await db.insert(consents).values({ userId, subject: 'terms', version: '1', answer: 'given' })
    const buyer = { name: `${named.firstName} ${named.lastName}`, address: 'Indore' }
    await db.insert(invoices).values({
      ...{ orderId, kind: 'invoice', reference: orderId, series: '2026', number: 1 },
      content: { number: '1', buyer, lines: [], total: 0 },
    })
    await db
      .insert(complaints)
      .values({ ticket: 'C-1', name: named.firstName, contactNumber, text: 'My parcel was open' })
    await leaveTraceAtDoor(db, orderId)
    await use(contactNumber)
  },
  arrive: async ({ db, orderId }, use) =>
    use(async () => {
      for (const to of ['Shipped', 'On the way', 'Delivered'] as const)
        await transitionOrder(db, { orderId, to, by: 'courier' })
    }),
  erase: async ({ api, deps, phone, me }, use) =>
    use(async (otp) => {
      await api.request('/api/user/login', jsonRequest('POST', { contactNumber: phone }))
      return api.request('/api/user', withToken(me.token, 'DELETE', { otp: otp ?? otpOf(deps) }))
    }),
})
