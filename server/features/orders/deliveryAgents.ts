import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { cleanPhone, phonePattern } from '#contract/values/phone.ts'
import type { Database } from '#server/database/client/connect.ts'
import { activeStatuses, deliveryAgents, orders } from '#server/database/schema/orders.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

export type AgentContact = { name: string; contactNumber: string }

/**
 * Registers a delivery agent by phone number, or updates the name of an existing one. Customers see
 * the name and can call the number while their order is on the way.
 *
 * @throws StoreError 'invalid' if the number is not an Indian mobile number
 */
export async function registerAgent(
  tx: Database,
  { name, contactNumber }: AgentContact,
): Promise<string> {
  const digits = cleanPhone(contactNumber)
  if (!phonePattern.test(digits)) {
    throw new StoreError('invalid', 'Enter the agent’s 10-digit phone number')
  }
  const hasNumber = eq(deliveryAgents.contactNumber, digits)
  const [existing] = await tx
    .update(deliveryAgents)
    .set({ name, isActive: true })
    .where(hasNumber)
    .returning({ id: deliveryAgents.id })
  if (existing) return existing.id
  const [added] = await tx
    .insert(deliveryAgents)
    .values({ name, contactNumber: digits })
    .returning({ id: deliveryAgents.id })
  return added?.id ?? ''
}

export const agentNotFound = () =>
  new StoreError('not_found', 'No delivery agent has this phone number')

/** All active delivery agents, with the number of orders they are delivering now. */
export function listAgents(db: Database) {
  const activeOrderCount = sql<number>`(${db
    .select({ count: sql`count(*)::int` })
    .from(orders)
    .where(and(eq(orders.agentId, deliveryAgents.id), inArray(orders.status, activeStatuses)))})`
  return db
    .select({
      name: deliveryAgents.name,
      contactNumber: deliveryAgents.contactNumber,
      ordersNow: activeOrderCount,
    })
    .from(deliveryAgents)
    .where(eq(deliveryAgents.isActive, true))
    .orderBy(asc(deliveryAgents.name), asc(deliveryAgents.id))
}
