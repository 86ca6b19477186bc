import { and, desc, eq, isNotNull } from 'drizzle-orm'

import type { Caller } from '#contract/staff/phoneOrders.ts'
import { addressOf, userOf } from '#server/commerce/customers.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { addresses, users } from '#server/database/schema/users.ts'

/** The customer with a phone number and their saved addresses; null if the store knows nobody with it. */
export async function findCaller(db: Database, contactNumber: string): Promise<Caller | null> {
  const [user] = await db.select().from(users).where(eq(users.contactNumber, contactNumber))
  if (!user) return null
  const saved = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, user.id))
    .orderBy(desc(addresses.createdAt), desc(addresses.id))
  const isPlaced = and(eq(orders.userId, user.id), eq(orders.checkoutStatus, 'completed'))
  return {
    ...{ id: user.id, name: userOf(user).name },
    orderCount: await db.$count(orders, isPlaced),
    refusedDeliveries: await db.$count(orders, and(isPlaced, isNotNull(orders.refusedAt))),
    addresses: saved.map(addressOf),
  }
}
