import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

import { distanceKm, rideMinutes } from '#contract/delivery/distance.ts'
import type { RiderPosition } from '#contract/orders/order.ts'
import type { SentPosition } from '#contract/staff/riders.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { riderPositions } from '#server/database/schema/deliveries.ts'
import { deliveryAgents, type OrderRow, orders } from '#server/database/schema/orders.ts'
import type { CustomerContext, StaffContext } from '#server/platform/http/handler.ts'
import { clock, minuteMs } from '#server/platform/runtime/clock.ts'

/** An older position says nothing about where the rider is. */
const shownMs = 5 * minuteMs

/**
 * Keeps where a rider is as the last position of the orders that they are on the way with; a trigger deletes it when
 * an order gets another status. Returns how many orders there are.
 */
export function savePosition(
  { db, actor }: StaffContext,
  { latitude, longitude }: SentPosition,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Locked, so that an order that is delivered at this moment gets no position after it.
    const onTheWay = await tx
      .select({ orderId: orders.id })
      .from(orders)
      .where(
        and(
          inArray(
            orders.agentId,
            tx
              .select({ id: deliveryAgents.id })
              .from(deliveryAgents)
              .where(eq(deliveryAgents.staffId, actor.id)),
          ),
          eq(orders.checkoutStatus, 'completed'),
          eq(orders.status, 'On the way'),
          isNull(orders.failedAt),
        ),
      )
      .orderBy(orders.id)
      .for('share')
    if (onTheWay.length === 0) return 0
    const position = { latitude, longitude, at: clock.now() }
    await tx
      .insert(riderPositions)
      .values(onTheWay.map(({ orderId }) => ({ orderId, ...position })))
      .onConflictDoUpdate({
        target: riderPositions.orderId,
        set: {
          latitude: sql`excluded.latitude`,
          longitude: sql`excluded.longitude`,
          at: sql`excluded.at`,
        },
      })
    return onTheWay.length
  })
}

/** Where the rider of the customer's own order is; null unless it is on the way and the rider shares it. */
export async function readRiderPosition(
  { db, userId }: CustomerContext,
  orderId: string,
): Promise<RiderPosition | null> {
  const [row] = await db
    .select({ order: orders, position: riderPositions })
    .from(orders)
    .leftJoin(riderPositions, eq(riderPositions.orderId, orders.id))
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  if (!row) throw orderNotFound()
  const { order, position } = row
  const isShown =
    position &&
    order.status === 'On the way' &&
    clock.now().getTime() - position.at.getTime() < shownMs
  if (!isShown) return null
  const { latitude, longitude, at } = position
  return { ...{ latitude, longitude, at: at.toISOString() }, ...wayLeft(order, position) }
}

type Place = { latitude: number; longitude: number }

/** How far the rider still has to go; an address without a point has no distance. */
function wayLeft({ address }: OrderRow, from: Place) {
  const [latitude, longitude] = [Number(address.latitude), Number(address.longitude)]
  if (!latitude || !longitude) return { distanceKm: null, minutes: null, destination: null }
  const destination = { latitude, longitude }
  const km = distanceKm(from, destination)
  return { distanceKm: Math.round(km * 10) / 10, minutes: rideMinutes(km), destination }
}
