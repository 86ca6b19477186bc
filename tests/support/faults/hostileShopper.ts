import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'

import type { OrderStatus } from '#contract/orders/order.ts'
import type { User } from '#contract/account/account.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  deliveryAgents,
  invoices,
  orderEvents,
  orderLines,
  orders,
} from '#server/database/schema/orders.ts'
import { userOf } from '#server/commerce/customers.ts'
import { inboxMessages } from '#server/database/schema/operations.ts'
import { users } from '#server/database/schema/users.ts'
import { wishlistLines } from '#server/database/schema/carts.ts'
import { aUser, addToCart, numbersOf, indore, saveAddress } from '#tests/support/shopper/givens.ts'
import { allHostile, scriptUrl, hostileText, hostileTexts } from './hostileTexts.ts'

type HostileShopper = { token: string; user: User; orderIds: string[] }

const phone = '9876543210'

/** A customer whose name, addresses, bag and orders contain script injections. */
export async function hostileShopper(
  db: Database,
  [productId = '', other = '']: string[],
  size: string,
): Promise<HostileShopper> {
  const words = { firstName: allHostile(1), lastName: allHostile(2), email: hostileText(240) }
  const { userId, token } = await aUser(db, { ...words, contactNumber: phone })
  for (const [turn, text] of hostileTexts.entries()) {
    await saveAddress(db, userId, { street: text, city: hostileText(turn + 9), state: text })
  }
  await addToCart(db, userId, { productId, size })
  await db.insert(wishlistLines).values({ userId, productId: other })
  const message = { to: phone, text: allHostile(8), otp: hostileText(3), link: scriptUrl(0) }
  await db.insert(inboxMessages).values([message, { ...message, link: `http${hostileText(30)}` }])
  const orderIds = [
    await hostileOrder(db, { userId, productId, status: 'On the way' }),
    await hostileOrder(db, { userId, productId, status: 'Return Requested' }),
  ]
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  return { token, user: userOf(row!), orderIds }
}

type HostileOrderOptions = { userId: string; productId: string; status: OrderStatus }

async function hostileOrder(
  db: Database,
  { userId, productId, status }: HostileOrderOptions,
): Promise<string> {
  const [orderId, lineId, agentId] = [randomUUID(), randomUUID(), randomUUID()]
  const numbers = { contactNumber: scriptUrl(0) }
  await db.insert(deliveryAgents).values({ id: agentId, name: allHostile(3), ...numbers })
  const { latitude, longitude } = numbersOf(indore)
  await db.insert(orders).values({
    id: orderId,
    orderNumber: `PEH-${orderId.slice(0, 6).toUpperCase()}`,
    ...{ userId, agentId, status, checkoutStatus: 'completed', purchaseType: 'Standard' },
    warehouseId: 'indore',
    paymentMethod: 'Cash on delivery',
    address: {
      ...{ _id: orderId, label: 'home', house: allHostile(3), street: allHostile(4) },
      ...{ city: allHostile(5), state: allHostile(6), postalCode: hostileText(7) },
      ...{ latitude: String(latitude), longitude: String(longitude) },
    },
    couponName: hostileText(9),
    ...{ mrpTotalPaise: 1999_00, basePaise: 999_00, totalPaise: 999_00 },
    ...{ placedAt: new Date(), deliveredAt: new Date() },
  })
  const items = { purchaseType: 'Standard', size: hostileText(11), quantity: 1 } as const
  const prices = { mrpPaise: 1999_00, pricePaise: 999_00, netPaise: 999_00 }
  await db.insert(orderLines).values({
    ...{ id: lineId, orderId, position: 0, productId, status, ...items, ...prices },
    ...{ productName: allHostile(8), brandId: hostileText(12), brandName: allHostile(9) },
    photos: [`/photos/${hostileText(13)}`],
    ...{ returnReason: allHostile(10), exchangeReason: allHostile(11) },
    returnPhotos: [`/photos/returns/${hostileText(14)}`, `/photos/returns/${scriptUrl(0)}`],
    deliveredAt: new Date(),
  })
  await db.insert(orderEvents).values([
    { orderId, status, by: 'courier' },
    { orderId, lineId, status, by: 'courier' },
  ])
  await db.insert(invoices).values({
    ...{ orderId, kind: 'invoice', reference: orderId, series: orderId.slice(0, 8), number: 1 },
    content: hostileInvoice(),
  })
  return orderId
}

function hostileInvoice() {
  const someone = { name: allHostile(12), address: allHostile(13) }
  const tax = { taxable: 1, gstPercent: 5, cgst: 1, sgst: 1, igst: 0, total: 999_00 }
  return {
    ...{ number: hostileText(15), at: new Date().toISOString(), total: 999_00 },
    ...{ seller: { ...someone, gstin: hostileText(16) }, buyer: someone },
    lines: [{ name: allHostile(14), hsn: hostileText(17), quantity: 1, ...tax }],
  }
}
