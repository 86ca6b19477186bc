import { Hono } from 'hono'

import type { OrderStatus } from '#contract/orders/order.ts'
import type { Database } from '#server/database/client/connect.ts'
import { transitionLine } from '#server/features/orders/lineTransitions.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { sweepPayments } from '#server/features/payments/reconcilePayments.ts'
import type { StoreEnv } from '#server/platform/http/handler.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { watchStatements } from '#tests/support/database/watchStatements.ts'

/** The store with routes for the tests. A call may say after which statement the process dies. */
export const withFaults = (store: Hono<StoreEnv>, db: Database, provider: PaymentProvider) =>
  new Hono<StoreEnv>()
    .use((c, next) => {
      const fatal = Number(c.req.header('x-dies-after') ?? 0)
      const die = ({ nth }: { nth: number }) => {
        if (nth === fatal) process.kill(process.pid, 'SIGKILL')
      }
      return fatal > 0 ? watchStatements(die, next) : next()
    })
    .route('/', faultRoutes(db, provider))
    .route('/', store)

/** Background work behind a route, so that it can be interrupted as calls are. */
function faultRoutes(db: Database, provider: PaymentProvider) {
  return new Hono()
    .post('/faults/sweep', async (c) => {
      await sweepPayments(db, provider)
      return c.json({})
    })
    .post('/faults/orders/:orderId/:to', async (c) => {
      const { orderId, to } = c.req.param()
      await transitionOrder(db, { orderId, to: to as OrderStatus, by: 'store' })
      return c.json({})
    })
    .post('/faults/orders/:orderId/:lineId/:to', async (c) => {
      const { orderId, lineId, to } = c.req.param()
      await transitionLine(db, { orderId, lineId, to: to as OrderStatus, by: 'store' })
      return c.json({})
    })
    .onError((error, c) => c.json({ msg: error.message }, error instanceof StoreError ? 409 : 500))
}
