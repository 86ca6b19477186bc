import { eq } from 'drizzle-orm'

import { compareSizes } from '#server/commerce/catalogue/sizes.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import type { App } from '#server/app/api/createApp.ts'
import {
  createBuyer,
  type Buyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import { mapConcurrent } from './webhookStorm.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

type Shop = { db: Database; api: Pick<App, 'request'> }
type OrderResponse = { status: number; response: { code?: unknown; msg?: unknown } }

/** Two customers who want the same items, each about to order. */
export type Duel = {
  productId: string
  /** The kinds of duel, such as `sale`. */
  rivals: Record<string, () => Promise<OrderResponse>>
}

const concurrentDuels = 5

/**
 * Runs duels in which both customers order at the same moment and start alternately; in the first
 * two, whoever starts also finishes first. Returns how often each outcome occurred: both responses
 * and the remaining stock.
 */
export async function runDuels(
  { db }: Shop,
  rounds: number,
  prepare: () => Promise<Duel>,
): Promise<Record<string, number>> {
  const ends: Record<string, number> = {}
  const turns = Array.from({ length: rounds }, (_, turn) => turn)
  await mapConcurrent(turns, concurrentDuels, async (turn) => {
    const { productId, rivals } = await prepare()
    const both = Object.entries(rivals)
    const inOrder = turn % 2 === 0 ? both : both.toReversed()
    const outcomes = (await mapConcurrent(inOrder.toReversed(), turn < 2 ? 1 : 2, orderOutcome))
      .sort()
      .join(' | ')
    const end = `${outcomes} → ${await stockText(db, productId)}`
    ends[end] = (ends[end] ?? 0) + 1
  })
  return ends
}

async function orderOutcome([name, press]: [
  string,
  () => Promise<OrderResponse>,
]): Promise<string> {
  const { status, response } = await press()
  return status === 200 ? `${name} 200` : `${name} ${status} ${response.code}: ${response.msg}`
}

async function stockText(db: Database, productId: string): Promise<string> {
  const levels = await db.select().from(stockLevels).where(eq(stockLevels.productId, productId))
  const sorted = levels.sort((a, b) => compareSizes(a.size, b.size))
  return sorted.map(({ size, onHand }) => `${size} ${onHand}`).join(', ')
}

type Line = { productId: string; size: string; trialSize?: string }

/** A customer who orders these lines; Try & Buy lines are paid online. */
export async function prepareOrder({ db, api }: Shop, lines: Line[]) {
  const buyer = await createBuyer(db)
  for (const line of lines) await addToCart(db, buyer.userId, line)
  const isTrial = lines.some(({ trialSize }) => trialSize)
  const paying = isTrial ? { paymentMethod: 'prepaid' } : {}
  const body = orderRequest(buyer, await readCart(api, buyer), paying)
  return () => placeOrder(api, buyer, { body }) as Promise<OrderResponse>
}

/** A customer who received size M and requests an exchange for another size. */
export async function prepareExchange({ db, api }: Shop, { productId, size }: Line) {
  const { buyer, orderId, lineId } = await delivered({ db, api }, productId)
  const body = {
    orderId,
    orderItemIdToExchange: lineId,
    exchangeProductId: productId,
    size,
    exchangeReason: 'Size issue',
  }
  return async () => {
    const response = await api.request(
      '/api/orders/exchange',
      withToken(buyer.token, 'PATCH', body),
    )
    return {
      status: response.status,
      response: (await response.json()) as OrderResponse['response'],
    }
  }
}

type Delivered = { buyer: Buyer; orderId: string; lineId: string }

async function delivered({ db, api }: Shop, productId: string): Promise<Delivered> {
  const buyer = await createBuyer(db)
  await addToCart(db, buyer.userId, { productId })
  const { response } = await placeOrder(api, buyer, {
    body: orderRequest(buyer, await readCart(api, buyer)),
  })
  const { _id: orderId } = (response.result as { order: { _id: string } }).order
  for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
    await transitionOrder(db, { orderId, to, by: 'courier' })
  }
  const order = await (await api.request(`/api/orders/${orderId}`, withToken(buyer.token))).json()
  const { products } = (order as { result: { products: { _id: string }[] } }).result
  return { buyer, orderId, lineId: products[0]?._id ?? '' }
}
