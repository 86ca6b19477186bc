import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import type { Delivery } from '#server/demo/payments/sandboxWebhooks.ts'
import { createBuyer, type Buyer } from '#tests/support/api/tests/checkoutTest.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'
import {
  startPayment,
  type StartedPayment,
  startedPaymentOf,
  webhooksOf,
  payInWindow,
  deliverWebhook,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'

type Api = Pick<App, 'request'>
export type Payer = {
  buyer: Buyer
  startedPayment: StartedPayment
  signedPayment: Record<string, string>
}

/** Runs the tasks with limited concurrency. */
export async function mapConcurrent<Item, Result>(
  items: Item[],
  maxConcurrent: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...items]
  const results: Result[] = []
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      results.push(await task(next))
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  return results
}

/** Creates customers who have paid in the payment window, before the store was notified. */
export function createPayers(
  db: Database,
  api: Api,
  { count, productId }: PayerOptions,
): Promise<Payer[]> {
  return mapConcurrent(
    Array.from({ length: count }, (_, at) => at),
    20,
    async () => {
      const buyer = await createBuyer(db)
      await addToCart(db, buyer.userId, { productId })
      const startedPayment = startedPaymentOf(await startPayment(api, buyer))
      const { response: signedPayment } = await payInWindow(api, startedPayment)
      return { buyer, startedPayment, signedPayment }
    },
  )
}
type PayerOptions = { count: number; productId: string }

export function shuffled<Item>(items: Item[]): Item[] {
  const mixed = items.map((item) => [Math.random(), item] as const)
  return mixed.toSorted(([a], [b]) => a - b).map(([, item]) => item)
}

/**
 * Reports each payment six times in any order: captured three times, paid twice, and once by the
 * payment window. Every tenth webhook is sent again with a forged signature. Returns the responses.
 */
export async function deliverWebhookStorm(db: Database, api: Api, paid: Payer[]) {
  const webhooks = await webhooksOf(db)
  const isCaptured = ({ body }: Delivery) => body.includes('"event":"payment.captured"')
  const repeated = webhooks.flatMap((webhook) =>
    Array<Delivery>(isCaptured(webhook) ? 3 : 2).fill(webhook),
  )
  const forged = repeated
    .filter((_, at) => at % 10 === 0)
    .map((webhook) => ({ ...webhook, body: webhook.body.replace('99900', '99901') }))
  const deliveries = [
    ...repeated.map((webhook) => async () => ({
      kind: 'signed',
      status: await deliverWebhook(api, webhook),
    })),
    ...forged.map((webhook) => async () => ({
      kind: 'forged',
      status: await deliverWebhook(api, webhook),
    })),
    ...paid.map(({ buyer, signedPayment }) => async () => ({
      kind: 'verified',
      status: (await verify(api, buyer, signedPayment)).status,
    })),
  ]
  const responses = await mapConcurrent(shuffled(deliveries), 40, (task) => task())
  const tally: Record<string, number> = {}
  for (const { kind, status } of responses) {
    tally[`${kind} ${status}`] = (tally[`${kind} ${status}`] ?? 0) + 1
  }
  return tally
}
