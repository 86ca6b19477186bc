import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'

import { orderRoles } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import type { OrderEvents } from '#server/features/orders/orderEvents.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { readActor, type StaffActor } from '#server/platform/http/staffSessions.ts'
import { readBoardOrders } from './board.ts'

/** Proxies close connections that are silent for about 30 s; a disabled person is noticed then too. */
const heartbeatMs = 20_000
/** Streams end after this time, and the desk reconnects with its current token. */
const maxDurationMs = 10 * 60_000
/** Changes of this time are sent together. */
const gatherMs = 100

/**
 * A stream of server-sent events named `orders`: the rows of the board that have changed. Polling finds the changes of
 * every process and of the command line, on both databases and behind a connection pooler.
 */
export function streamBoardEvents(
  { db, actor }: StaffContext,
  { context, orderEvents }: { context: Context; orderEvents: OrderEvents },
) {
  context.header('X-Accel-Buffering', 'no')
  const response = streamSSE(context, async (stream) => {
    const changedIds = new Set<string>()
    await stream.write(': listening\n\n')
    await new Promise<void>((endStream) => {
      let gathering: NodeJS.Timeout | undefined
      async function sendChanges() {
        gathering = undefined
        const current = await readBoardActor(db, actor)
        if (!current) return end()
        const ids = [...changedIds]
        changedIds.clear()
        const rows = await readBoardOrders(db, current, ids)
        if (rows.length > 0) await stream.writeSSE({ event: 'orders', data: JSON.stringify(rows) })
      }
      const notify = (orderId: string) => {
        changedIds.add(orderId)
        gathering ??= setTimeout(() => void sendChanges().catch(end), gatherMs)
      }
      async function stayOrEnd() {
        if (await readBoardActor(db, actor)) await stream.write(': still here\n\n')
        else end()
      }
      const heartbeat = setInterval(() => {
        void stayOrEnd().catch(end)
      }, heartbeatMs)
      const unsubscribe = orderEvents.subscribe(db, { userId: 'all', notify, close: end })
      const timeout = setTimeout(end, maxDurationMs)
      stream.onAbort(end)
      function end() {
        clearTimeout(timeout)
        clearTimeout(gathering)
        clearInterval(heartbeat)
        unsubscribe()
        endStream()
      }
    })
  })
  response.headers.set('Cache-Control', 'no-store')
  return response
}

/** The person as they are now, if they may still see the board. */
async function readBoardActor(db: Database, actor: StaffActor): Promise<StaffActor | undefined> {
  const current = await readActor(db, actor)
  return orderRoles.some((role) => role === current?.role) ? current : undefined
}
