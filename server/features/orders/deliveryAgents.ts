import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { isActive } from '#contract/order.ts'
import { phonePattern, withoutCountryCode } from '#contract/auth.ts'
import type { Database } from '#server/database/client/connect.ts'
import { deliveryAgents, orders, orderStatuses } from '#server/database/schema/orders.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

export type AgentContact = { name: string; contactNumber: string }

const underWay = orderStatuses.filter(isActive)

/**
 * The delivery agent with this number, under the name given now; a number that is new is a new agent.
 * Customers see the name, and can call the number while their order is on the way.
 *
 * @throws StoreError 'invalid' if the number is no Indian mobile number
 */
export async function registerAgent(
  tx: Database,
  { name, contactNumber }: AgentContact,
): Promise<string> {
  const digits = withoutCountryCode(contactNumber)
  if (!phonePattern.test(digits)) {
    throw new StoreError('invalid', 'The phone number of a delivery agent has ten digits')
  }
  const isTheirs = eq(deliveryAgents.contactNumber, digits)
  const [known] = await tx
    .update(deliveryAgents)
    .set({ name, isActive: true })
    .where(isTheirs)
    .returning({ id: deliveryAgents.id })
  if (known) return known.id
  const [added] = await tx
    .insert(deliveryAgents)
    .values({ name, contactNumber: digits })
    .returning({ id: deliveryAgents.id })
  return added?.id ?? ''
}

/** Everybody who delivers, with how many orders are on their way with them now. */
export function listAgents(db: Database) {
  const ordersNow = sql<number>`(${db
    .select({ count: sql`count(*)::int` })
    .from(orders)
    .where(and(eq(orders.agentId, deliveryAgents.id), inArray(orders.status, underWay)))})`
  return db
    .select({
      name: deliveryAgents.name,
      contactNumber: deliveryAgents.contactNumber,
      ordersNow,
    })
    .from(deliveryAgents)
    .where(eq(deliveryAgents.isActive, true))
    .orderBy(asc(deliveryAgents.name), asc(deliveryAgents.id))
}
