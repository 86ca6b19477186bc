import { eq } from 'drizzle-orm'

import { orderKeyMissing } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { type OrderRow, orders } from '#server/database/schema/orders.ts'
import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { findCaller } from './callers.ts'
import { readLinkOrder, readLinkOrders, claimLinkAgain, releaseLinkOrder } from './linkOrders.ts'
import { quotePhoneOrder } from './phoneQuote.ts'
import { type PhoneOrderDeps, placePhoneOrder } from './placePhoneOrder.ts'

/** Sends links to pay through the provider. */
type LinkSender = {
  /** Sends the link of an order that awaits its payment; a repeated call sends nothing. */
  openLink: (db: Database, orderId: string) => Promise<void>
  /** Claims another message with the link, which `sendLink` then sends; refused within a minute after the last one. */
  claimLink: (tx: Database, order: OrderRow) => Promise<void>
  sendLink: (db: Database, orderId: string) => Promise<void>
}

/** Orders that the staff place for a customer on the phone. */
export function phoneOrderHandlers({ links, ...deps }: PhoneOrderDeps & { links: LinkSender }) {
  return {
    findCaller: async ({ staff: { db }, query: { contactNumber } }) =>
      ok({ result: { customer: await findCaller(db, contactNumber) } }),
    quotePhoneOrder: async ({ staff: { db }, query }) =>
      ok({
        result: await quotePhoneOrder(db, query, deps.hasRateLimits ? deps.hashAddress : undefined),
      }),
    placePhoneOrder: {
      begin: async ({ staff: context, body, context: http }) => {
        if (http.req.header('Idempotency-Key') === undefined) throw orderKeyMissing()
        const { id: _id, ...placed } = await placePhoneOrder(context, body, deps)
        return ok({ result: placed })
      },
      finish: async ({ db }, response) => {
        const id = await idOf(db, response.result.number)
        if (response.result.heldUntil) await links.openLink(db, id)
        return response
      },
    },
    readLinkOrders: async ({ staff: { db, actor } }) =>
      ok({ result: { data: await readLinkOrders(db, actor) } }),
    sendLinkAgain: {
      begin: async ({ staff: context, params: { number = '' } }) => {
        await claimLinkAgain(context, number, links.claimLink)
        return ok({ result: await readLinkOrder(context.db, context.actor, number) })
      },
      finish: async ({ db, staff: { actor } }, { result: { number } }) => {
        await links.sendLink(db, await idOf(db, number))
        return ok({ result: await readLinkOrder(db, actor, number) })
      },
    },
    releaseLinkOrder: async ({ staff: context, params: { number = '' } }) => {
      await releaseLinkOrder(context, number)
      return ok({ result: await readLinkOrder(context.db, context.actor, number) })
    },
  } satisfies FeatureHandlers
}

async function idOf(db: Database, number: string): Promise<string> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.orderNumber, number))
  return order?.id ?? ''
}
