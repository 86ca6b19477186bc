import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'

import type { Order, OrderEvent } from '#contract/orders/order.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { isSessionOpen } from '#server/platform/http/sessions.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import { readOrder } from './readOrders.ts'

/** Heartbeat interval: proxies close connections that are silent for about 30 s. */
const heartbeatMs = 20_000
/** Streams end after this time, and the page reconnects with its current token. */
const maxDurationMs = 10 * 60_000

type StreamRequest = { customer: CustomerContext; sessionId: string; context: Context }

/**
 * A stream of server-sent events named `order`, one for each change of an order of the customer. It
 * ends when the session is logged out.
 */
export function streamOrderEvents(
  { customer, sessionId, context }: StreamRequest,
  orderEvents: OrderEvents,
) {
  const { db, userId } = customer
  context.header('X-Accel-Buffering', 'no')
  const response = streamSSE(context, async (stream) => {
    const changedOrderIds = new Set<string>()
    const sendChanges = async () => {
      for (const orderId of changedOrderIds) {
        changedOrderIds.delete(orderId)
        const order = await readOrder({ db, userId }, orderId)
        await stream.writeSSE({ event: 'order', data: JSON.stringify(eventOf(order)) })
      }
    }
    await stream.write(': listening\n\n')
    const heartbeat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs)
    await new Promise<void>((endStream) => {
      const notify = (orderId: string) => {
        changedOrderIds.add(orderId)
        isSessionOpen(db, sessionId)
          .then((isOpen) => (isOpen ? sendChanges() : end()))
          .catch(end)
      }
      const unsubscribe = orderEvents.subscribe(db, { userId, notify, close: end })
      const timeout = setTimeout(end, maxDurationMs)
      stream.onAbort(end)
      function end() {
        clearTimeout(timeout)
        unsubscribe()
        endStream()
      }
    })
    clearInterval(heartbeat)
  })
  response.headers.set('Cache-Control', 'no-store')
  return response
}

function eventOf({ _id, orderStatus, products, delivery_agent }: Order): OrderEvent {
  return {
    _id,
    orderStatus,
    products: products.map(({ _id: line, status }) => ({ _id: line, status })),
    delivery_agent,
    at: clock.now().toISOString(),
  }
}

/** A listener for changes of the orders of one user, or of all. */
type Subscriber = { userId: string | 'all'; notify: (orderId: string) => void; close: () => void }

export type OrderEvents = {
  subscribe: (db: Database, subscriber: Subscriber) => () => void
  /** Ends all streams when the server shuts down. */
  closeAll: () => void
}

/**
 * A change has the time of its statement, but becomes visible when its transaction commits. Each poll
 * therefore looks this far back.
 */
const overlap = sql`interval '15 seconds'`
/** Streams per customer; a further one closes the oldest. */
export const maxStreamsPerCustomer = 10

/**
 * Notifies subscribers of every change of their orders. One query each `everyMs` serves all subscribers
 * in this process; without subscribers there are no queries.
 */
export function createOrderEvents(everyMs = 1000): OrderEvents {
  const subscribers = new Set<Subscriber>()
  /** The changes that the last poll has read, by order. */
  let changedAt = new Map<string, number>()
  let stop: (() => Promise<void>) | undefined

  async function pollChanges(db: Database) {
    const userIds = [...new Set([...subscribers].map(({ userId }) => userId))]
    const changes = await readChanges(db, userIds)
    const before = changedAt
    changedAt = new Map(changes.map(({ orderId, at }) => [orderId, at.getTime()]))
    for (const { orderId, userId } of changes) {
      if (changedAt.get(orderId) === before.get(orderId)) continue
      for (const subscriber of subscribers)
        if (subscriber.userId === userId || subscriber.userId === 'all') subscriber.notify(orderId)
    }
  }

  return {
    subscribe: (db, subscriber) => {
      const streams = [...subscribers].filter(({ userId }) => userId === subscriber.userId)
      if (subscriber.userId !== 'all' && streams.length >= maxStreamsPerCustomer)
        streams[0]?.close()
      subscribers.add(subscriber)
      stop ??= repeat(everyMs, () => pollChanges(db))
      return () => {
        subscribers.delete(subscriber)
        if (subscribers.size > 0) return
        void stop?.()
        stop = undefined
      }
    },
    closeAll: () => {
      for (const subscriber of subscribers) subscriber.close()
    },
  }
}

const readChanges = (db: Database, userIds: string[]) =>
  db
    .select({ orderId: orders.id, userId: orders.userId, at: orders.changedAt })
    .from(orders)
    .where(
      and(
        userIds.includes('all') ? undefined : inArray(orders.userId, userIds),
        eq(orders.checkoutStatus, 'completed'),
        gt(orders.changedAt, sql`now() - ${overlap}`),
      ),
    )
    .orderBy(asc(orders.changedAt))
