import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'

import type { Order, OrderEvent } from '#contract/order.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { OrderEvents } from '#server/commerce/orderEvents.ts'
import { isSessionOpen } from '#server/platform/http/sessions.ts'
import { readOrder } from './readOrders.ts'

/** Heartbeat interval: proxies close connections that are silent for about 30 s. */
const heartbeatMs = 20_000
/** Streams end after this time, and the page reconnects with its current token. */
const maxDurationMs = 10 * 60_000

type StreamRequest = { store: CustomerStore; sessionId: string; context: Context }

/**
 * A stream of server-sent events named `order`, one for each change of an order of the customer. It
 * ends when the session is logged out.
 */
export function streamOrderEvents(
  { store, sessionId, context }: StreamRequest,
  orderEvents: OrderEvents,
) {
  const { db, userId } = store
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
    await new Promise<void>((hangUp) => {
      const notify = (orderId: string) => {
        changedOrderIds.add(orderId)
        isSessionOpen(db, sessionId)
          .then((isOpen) => (isOpen ? sendChanges() : end()))
          .catch(end)
      }
      const unsubscribe = orderEvents.follow(db, { userId, notify, close: end })
      const timeout = setTimeout(end, maxDurationMs)
      stream.onAbort(end)
      function end() {
        clearTimeout(timeout)
        unsubscribe()
        hangUp()
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
