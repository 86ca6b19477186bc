import { randomUUID } from 'node:crypto'

import type { Cart } from '#contract/cart.ts'
import { type Buyer, orderFor } from './checkoutTest.ts'
import { as } from './requests.ts'

export type Confirmed = { key: string; orderId: string }

type Shopping = {
  buyer: Buyer
  productId: string
  confirmed: Confirmed[]
  isOver: () => boolean
  /** Where the store is open now. */
  origin: () => string
}

/** Buys one piece after another. When the line breaks, asks again with the same key until answered. */
export async function shopOn(shopping: Shopping): Promise<void> {
  const { buyer, productId, confirmed, isOver } = shopping
  const { userId } = buyer
  while (!isOver()) {
    const piece = { userId, productId, size: 'M' }
    const added = await ask(shopping, { path: 'cart/add', body: piece, key: randomUUID() })
    const cart = (added as { result: Cart }).result
    const key = randomUUID()
    const body = orderFor(buyer, cart)
    const placed = await ask(shopping, { path: 'cart/checkout', body, key })
    const { order } = (placed as { result: { order: { _id: string } } }).result
    confirmed.push({ key, orderId: order._id })
  }
}

type Asked = { path: string; body: object; key: string }

async function ask({ buyer, origin }: Shopping, { path, body, key }: Asked): Promise<unknown> {
  const request = as(buyer.token, 'POST', body)
  const headers = { ...request.headers, 'Idempotency-Key': key }
  for (;;) {
    try {
      const answer = await fetch(`${origin()}/api/${path}`, { ...request, headers })
      const told: unknown = await answer.json()
      if (answer.status === 200) return told
      if (answer.status < 500) throw new Refused(`${path}: ${JSON.stringify(told)}`)
    } catch (error) {
      if (error instanceof Refused) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

class Refused extends Error {}
