import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { handOverCash, readCash, receiveCash } from './riderCash.ts'

/** The cash of riders, from the door to the manager. */
export const cashHandlers = {
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
