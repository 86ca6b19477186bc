import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'

import type { Order, OrderEvent } from '#contract/order.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { OrderEvents } from '#server/commerce/orderEvents.ts'
import { isSessionOpen } from '#server/platform/http/sessions.ts'
import { readOrder } from './readOrders.ts'

/** Proxies cut a line on which nothing is heard for about half a minute. */
const breathMs = 20_000
/** A stream ends now and then; the page asks anew, with the token that it then has. */
const longestMs = 10 * 60_000

type Following = { store: CustomerStore; sessionId: string; context: Context }

/**
 * A stream of server-sent events named `order`, one for each change of an order of the user. Who has
 * signed out since is told nothing more.
 */
export function streamOrderEvents({ store, sessionId, context }: Following, news: OrderEvents) {
  const { db, userId } = store
  context.header('X-Accel-Buffering', 'no')
  const answer = streamSSE(context, async (stream) => {
    const changed = new Set<string>()
    const tellChanges = async () => {
      for (const orderId of changed) {
        changed.delete(orderId)
        const order = await readOrder({ db, userId }, orderId)
        await stream.writeSSE({ event: 'order', data: JSON.stringify(eventOf(order)) })
      }
    }
    await stream.write(': listening\n\n')
    const breath = setInterval(() => void stream.write(': still here\n\n'), breathMs)
    await new Promise<void>((hangUp) => {
      const tell = (orderId: string) => {
        changed.add(orderId)
        isSessionOpen(db, sessionId)
          .then((mayGoOn) => (mayGoOn ? tellChanges() : end()))
          .catch(end)
      }
      const unfollow = news.follow(db, { userId, tell, hangUp: end })
      const late = setTimeout(end, longestMs)
      stream.onAbort(end)
      function end() {
        clearTimeout(late)
        unfollow()
        hangUp()
      }
    })
    clearInterval(breath)
  })
  answer.headers.set('Cache-Control', 'no-store')
  return answer
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
