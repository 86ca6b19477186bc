import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { endShift, readShift, startShift } from './deliveries.ts'
import { handOverCash, readCash, receiveCash } from './riderCash.ts'

/** What riders carry: orders and cash. */
export const riderHandlers = {
  readDeliveries: async ({ staff: { db, actor } }) => ok({ result: await readShift(db, actor) }),
  startShift: async ({ staff: context }) => {
    await startShift(context)
    return ok({ result: await readShift(context.db, context.actor) })
  },
  endShift: async ({ staff: context }) => {
    await endShift(context)
    return ok({ result: await readShift(context.db, context.actor) })
  },
  readCash: async ({ staff: { db, actor } }) => ok({ result: await readCash(db, actor) }),
  handOverCash: async ({ staff: context, body }) => {
    await handOverCash(context, body)
    return ok({ result: await readCash(context.db, context.actor) })
  },
  receiveCash: async ({ staff: context, params, body }) => {
    await receiveCash(context, params.id ?? '', body)
    return ok({ result: await readCash(context.db, context.actor) })
  },
} satisfies FeatureHandlers
