import { eq } from 'drizzle-orm'

import { productSizes } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import type { App } from '#server/app/api/createApp.ts'
import { aBuyer, type Buyer, orderFor, readBag, send } from '#tests/support/api/checkoutTest.ts'
import { inTurn } from './deliveryStorm.ts'
import { inCart } from '#tests/support/shopper/givens.ts'
import { as } from '#tests/support/api/requests.ts'

type Shop = { db: Database; api: Pick<App, 'request'> }
type Answer = { status: number; answer: { code?: unknown; msg?: unknown } }

/** Two who want the same pieces, each about to press the button. */
export type Duel = {
  productId: string
  /** By what they do, such as `sale`. */
  rivals: Record<string, () => Promise<Answer>>
}

const atOnce = 5

/**
 * So many duels, each fought at one moment and begun by turns by either; in the first two, who begins
 * also ends before the other. Gives how often it ended how: what was answered to whom, and the pieces
 * that were left.
 */
export async function fight(
  { db }: Shop,
  rounds: number,
  prepare: () => Promise<Duel>,
): Promise<Record<string, number>> {
  const ends: Record<string, number> = {}
  const turns = Array.from({ length: rounds }, (_, turn) => turn)
  await inTurn(turns, atOnce, async (turn) => {
    const { productId, rivals } = await prepare()
    const both = Object.entries(rivals)
    const inOrder = turn % 2 === 0 ? both : both.toReversed()
    const met = (await inTurn(inOrder.toReversed(), turn < 2 ? 1 : 2, pressed)).sort().join(' | ')
    const end = `${met} → ${await piecesOf(db, productId)}`
    ends[end] = (ends[end] ?? 0) + 1
  })
  return ends
}

async function pressed([name, press]: [string, () => Promise<Answer>]): Promise<string> {
  const { status, answer } = await press()
  return status === 200 ? `${name} 200` : `${name} ${status} ${answer.code}: ${answer.msg}`
}

async function piecesOf(db: Database, productId: string): Promise<string> {
  const shelves = await db
    .select()
    .from(productSizes)
    .where(eq(productSizes.productId, productId))
    .orderBy(productSizes.position)
  return shelves.map(({ size, onHand }) => `${size} ${onHand}`).join(', ')
}

type Line = { productId: string; size: string; trialSize?: string }

/** Somebody with these lines in the bag, who presses the button; what is to be tried is paid online. */
export async function orderOf({ db, api }: Shop, lines: Line[]) {
  const buyer = await aBuyer(db)
  for (const line of lines) await inCart(db, buyer.userId, line)
  const isTrial = lines.some(({ trialSize }) => trialSize)
  const paying = isTrial ? { paymentMethod: 'prepaid' } : {}
  const body = orderFor(buyer, await readBag(api, buyer), paying)
  return () => send(api, buyer, { body }) as Promise<Answer>
}

/** Somebody to whom size M was brought, and who now wants another size of it. */
export async function exchangeOf({ db, api }: Shop, { productId, size }: Line) {
  const { buyer, orderId, lineId } = await delivered({ db, api }, productId)
  const body = {
    orderId,
    orderItemIdToExchange: lineId,
    exchangeProductId: productId,
    size,
    exchangeReason: 'Size issue',
  }
  return async () => {
    const answer = await api.request('/api/orders/exchange', as(buyer.token, 'PATCH', body))
    return { status: answer.status, answer: (await answer.json()) as Answer['answer'] }
  }
}

type Delivered = { buyer: Buyer; orderId: string; lineId: string }

async function delivered({ db, api }: Shop, productId: string): Promise<Delivered> {
  const buyer = await aBuyer(db)
  await inCart(db, buyer.userId, { productId })
  const { answer } = await send(api, buyer, { body: orderFor(buyer, await readBag(api, buyer)) })
  const { _id: orderId } = (answer.result as { order: { _id: string } }).order
  for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
    await transitionOrder(db, { orderId, to, by: 'courier' })
  }
  const order = await (await api.request(`/api/orders/${orderId}`, as(buyer.token))).json()
  const { products } = (order as { result: { products: { _id: string }[] } }).result
  return { buyer, orderId, lineId: products[0]?._id ?? '' }
}
