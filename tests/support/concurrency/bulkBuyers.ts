import { randomUUID } from 'node:crypto'

import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  createBuyer,
  type Buyer,
  orderRequest,
  readCart,
  placeOrder,
  type Sent,
} from '#tests/support/api/tests/checkoutTest.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'

export type ReadyBuyer = { buyer: Buyer; body: object; key: string }

type BuyerOptions = {
  count: number
  productId: string
  trialSize?: string
  couponId?: string
  total?: number
  paymentMethod?: 'prepaid'
}

/** Creates customers with one item in the bag each, and the requests that place their orders. */
export async function createReadyBuyers(
  db: Database,
  api: Pick<App, 'request'>,
  { count, total, paymentMethod, ...line }: BuyerOptions,
): Promise<ReadyBuyer[]> {
  const changes = {
    ...(total === undefined ? {} : { totalAmount: total }),
    ...(paymentMethod && { paymentMethod }),
  }
  return Promise.all(
    Array.from({ length: count }, async () => {
      const buyer = await createBuyer(db)
      await addToCart(db, buyer.userId, line)
      const body = orderRequest(buyer, await readCart(api, buyer), changes)
      return { buyer, body, key: randomUUID() }
    }),
  )
}

export const orderAtOnce = (api: Pick<App, 'request'>, ready: ReadyBuyer[]): Promise<Sent[]> =>
  Promise.all(ready.map(({ buyer, body, key }) => placeOrder(api, buyer, { body, key })))

/**
 * Limits concurrency to what a busy server handles; the next request starts when one has been
 * finished.
 */
export async function orderInTurns(
  api: Pick<App, 'request'>,
  ready: ReadyBuyer[],
  maxConcurrent: number,
): Promise<Sent[]> {
  const waiting = [...ready]
  const responses: Sent[] = []
  const workers = Array.from({ length: maxConcurrent }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      responses.push(...(await orderAtOnce(api, [next])))
    }
  })
  await Promise.all(workers)
  return responses
}

/** The number of responses by status and error code. */
export function countResponses(responses: Sent[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, response } of responses) {
    const kind = response.code === undefined ? String(status) : `${status} ${String(response.code)}`
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
