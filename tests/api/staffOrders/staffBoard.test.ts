import { eq, inArray } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { BoardOrder } from '#contract/staff/board.ts'
import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { staff } from '#server/database/schema/staff.ts'
import { users } from '#server/database/schema/users.ts'
import { createOrderEvents } from '#server/features/orders/orderEvents.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  type Buyer,
  createBuyer,
  orderRequest,
  placeOrder,
  readCart,
} from '#tests/support/api/tests/checkoutTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPerson, aRider, staffCalls, test } from '#tests/support/api/tests/staffTest.ts'
import { addToCart, aPhone, onSale } from '#tests/support/shopper/givens.ts'

type Store = { api: App; db: Database }
type Placed = { number: string; orderId: string; buyer: Buyer }

/** A cash order of another customer. */
async function anotherOrder(
  { api, db }: Store,
  productId: string,
  user: Partial<typeof users.$inferInsert> = {},
): Promise<Placed> {
  const buyer = await createBuyer(db)
  await db
    .update(users)
    .set({ contactNumber: aPhone(), ...user })
    .where(eq(users.id, buyer.userId))
  await addToCart(db, buyer.userId, { productId })
  const body = orderRequest(buyer, await readCart(api, buyer))
  const { response } = await placeOrder(api, buyer, { body })
  const { order } = response.result as { order: { _id: string; orderID: string } }
  return { number: order.orderID, orderId: order._id, buyer }
}

type Board = { data: BoardOrder[]; warehouses: { id: string }[]; cursor?: string | null }

describe('the board', () => {
  test('has the open orders, the earliest promise first [board.1]', async ({
    api,
    db,
    kurta,
    number,
    orderId,
    owner,
  }) => {
    const late = await anotherOrder({ api, db }, kurta, { firstName: 'Ravi', lastName: 'Verma' })
    const ended = await anotherOrder({ api, db }, kurta)
    await transitionOrder(db, { orderId: ended.orderId, to: 'Cancelled', by: 'store' })
    const rider = await aRider(db)
    await transitionOrder(db, {
      ...{ orderId: late.orderId, to: 'Shipped', by: 'store', agentId: rider.agentId },
    })
    const promisedBy = new Date(Date.now() - 3_600_000)
    await db.update(orders).set({ promisedBy }).where(eq(orders.id, late.orderId))
    await db
      .update(orders)
      .set({ promisedBy: new Date(Date.now() + 3_600_000) })
      .where(eq(orders.id, orderId))

    const board = (await owner<Board>('GET', '/orders')).body.result

    expect(board.data).toMatchObject([
      {
        ...{ number: late.number, state: 'withRider', promisedBy: promisedBy.toISOString() },
        ...{ customer: 'Ravi Verma', rider: { id: rider.agentId, name: 'Suresh Patel' } },
      },
      {
        ...{ number, state: 'new', customer: 'Asha Rao', area: '12 Scheme 78 452010', rider: null },
        ...{ warehouse: { id: 'indore', name: 'Indore' }, itemCount: 1, duePaise: 999_00 },
        ...{ paymentMethod: 'Cash on delivery', isPaid: false, purchaseType: 'Standard' },
      },
    ])
    expect(board.warehouses.map(({ id }) => id)).toEqual(['indore', 'pune'])
  })

  test('follows the states of an order [board.1]', async ({ db, number, orderId, owner }) => {
    const stateNow = async () => (await owner<Board>('GET', '/orders')).body.result.data[0]?.state
    const steps = [
      [{ packingSince: new Date() }, 'packing'],
      [{ packedAt: new Date() }, 'ready'],
      [{ status: 'Shipped' }, 'withRider'],
      [{ status: 'On the way' }, 'onTheWay'],
      [{ status: 'Shipped', failedAt: new Date() }, 'failed'],
      [{ status: 'Arrived', failedAt: null }, 'atDoor'],
      [{ status: 'Size Trialing' }, 'trial'],
      [{ status: 'Delivered' }, undefined],
    ] as const
    for (const [columns, state] of steps) {
      await db.update(orders).set(columns).where(eq(orders.id, orderId))
      expect(await stateNow(), number).toBe(state)
    }
  })

  test('and the search show people the orders of their warehouses only [staff.3] [board.1]', async ({
    api,
    db,
    kurta,
    number,
  }) => {
    const far = await anotherOrder({ api, db }, kurta)
    await db.update(orders).set({ warehouseId: 'pune' }).where(eq(orders.id, far.orderId))
    for (const path of ['/orders', '/orders/search']) {
      const numbersFor = async (warehouseIds: string[]) => {
        const { token } = await aPerson(db, 'packer', { warehouseIds })
        const { data, warehouses } = (await staffCalls(api, token)<Board>('GET', path)).body.result
        return [
          data.map((order) => order.number).sort(),
          (warehouses as Board['warehouses'] | undefined)?.length ?? warehouseIds.length,
        ]
      }
      expect(await numbersFor(['indore'])).toEqual([[number], 1])
      expect(await numbersFor(['pune'])).toEqual([[far.number], 1])
      expect(await numbersFor(['indore', 'pune'])).toEqual([[number, far.number].sort(), 2])
    }
  })
})

describe('the search', () => {
  test('finds orders by number, phone, name and product code, ended ones too [board.2]', async ({
    api,
    db,
    kurta,
    number,
    owner,
  }) => {
    const contactNumber = aPhone()
    const saree = await onSale(db, { code: 'SAREE-77', pricePaise: 1299_00 })
    const zubeida = { firstName: 'Zubeida', lastName: 'Khan', contactNumber }
    const other = await anotherOrder({ api, db }, saree, zubeida)
    await db
      .update(orders)
      .set({ receiverName: 'Imran Shaikh' })
      .where(eq(orders.id, other.orderId))
    await transitionOrder(db, { orderId: other.orderId, to: 'Cancelled', by: 'store' })
    const find = async (search: string) =>
      (
        await owner<Board>('GET', `/orders/search?${new URLSearchParams({ search })}`)
      ).body.result.data.map((order) => order.number)

    for (const search of [
      ...[other.number, other.number.toLowerCase(), ` ${other.number} `],
      ...[contactNumber, contactNumber.slice(-6), 'zubeida', 'Khan Zub', 'imran', 'saree-77'],
    ]) {
      expect(await find(search), search).toEqual([other.number])
    }
    expect(await find(kurta)).toEqual([number])
    expect(await find('')).toEqual([other.number, number])
    for (const search of ['zubeida asha', '%', '_', '\\', 'nobody']) {
      expect(await find(search), search).toEqual([])
    }
  })

  test('goes on page by page without losing an order of the same moment [board.2]', async ({
    db,
    number,
    orderId,
    owner,
  }) => {
    const [row] = await db.select().from(orders).where(eq(orders.id, orderId))
    if (!row) throw new Error('There is no order')
    const copies = Array.from({ length: 120 }, (_, at) => ({
      ...{ ...row, id: `copy-${at}`, orderNumber: `PEH-C${at}`, invoiceNumber: undefined },
      checkoutKey: undefined,
    }))
    await db.insert(orders).values(copies)
    const found: string[] = []
    let cursor: string | null | undefined
    do {
      const query: string = cursor ? `?${new URLSearchParams({ cursor })}` : ''
      const page = (await owner<Board>('GET', `/orders/search${query}`)).body.result
      expect(page.data.length).toBeLessThanOrEqual(50)
      found.push(...page.data.map((order) => order.number))
      cursor = page.cursor
    } while (cursor)

    expect(new Set(found).size).toBe(121)
    expect(found).toHaveLength(121)
    expect(found).toContain(number)
    const made = await owner<Board>('GET', '/orders/search?cursor=made-up')
    expect(made.status).toBe(200)
  })
})

/** Reads an event stream until a text arrives. */
async function reads(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  return {
    until: async (text: string) => {
      while (!received.includes(text)) {
        const { value, done } = await reader.read()
        if (done) return { received, isOver: true }
        received += value
      }
      return { received, isOver: false }
    },
    cancel: () => reader.cancel(),
  }
}

describe('an open board', () => {
  test('shows the move of another person within two seconds, and of its warehouses only [board.1] [staff.3]', async ({
    db,
    deps,
    kurta,
    number,
    api: _,
  }) => {
    // The interval of the store, not the shorter one of the tests.
    const api = createTestApi(db, { ...deps, orderEvents: createOrderEvents() })
    const far = await anotherOrder({ api, db }, kurta)
    await db.update(orders).set({ warehouseId: 'pune' }).where(eq(orders.id, far.orderId))
    const packer = await aPerson(db, 'packer')
    const response = await api.request('/api/staff/orders/events', withToken(packer.token))
    expect(response.headers.get('Content-Type')).toContain('text/event-stream')
    const stream = await reads(response)
    await stream.until(': listening')
    const owner = staffCalls(api, (await aPerson(db, 'owner')).token)

    const move = { move: 'startPacking', from: 'new' }
    const startedMs = performance.now()
    expect((await owner('POST', `/orders/${far.number}/move`, move)).status).toBe(200)
    expect((await owner('POST', `/orders/${number}/move`, move)).status).toBe(200)
    const { received } = await stream.until('"packing"')

    expect(performance.now() - startedMs).toBeLessThan(2000)
    expect(received).toContain('event: orders')
    expect(received).toContain(number)
    expect(received).not.toContain(far.number)
    await stream.cancel()
  })

  test('ends for a person who is disabled [staff.2]', async ({ api, db, number, owner }) => {
    const support = await aPerson(db, 'support')
    const response = await api.request('/api/staff/orders/events', withToken(support.token))
    const stream = await reads(response)
    await stream.until(number)

    await db
      .update(staff)
      .set({ disabledAt: new Date() })
      .where(inArray(staff.id, [support.id]))
    await owner('POST', `/orders/${number}/move`, { move: 'startPacking', from: 'new' })

    const { isOver, received } = await stream.until('"packing"')
    expect(isOver, received).toBe(true)
  })
})
