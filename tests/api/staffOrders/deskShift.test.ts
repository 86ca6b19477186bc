import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { BoardOrder } from '#contract/staff/board.ts'
import {
  type BoardState,
  moveDone,
  moveRules,
  movesFor,
  type OrderMove,
} from '#contract/staff/orderMoves.ts'
import { type Connection, openConnection } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  createBuyer,
  orderRequest,
  placeOrder,
  readCart,
} from '#tests/support/api/tests/checkoutTest.ts'
import { aPerson, aRider, type Person } from '#tests/support/api/tests/staffTest.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'
import { retryUntilResponse } from '#tests/support/concurrency/keepShopping.ts'
import { readAccounts, unbalancedAccounts } from '#tests/support/concurrency/stockAccounts.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { isFull, proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { seededRandom } from '#tests/support/seededRandom.ts'
import { type RunningStore, startStore } from '#tests/support/server/startStore.ts'
import { addToCart, keepOutDemo, onSale } from '#tests/support/shopper/givens.ts'

const orderCount = proofScale.deskOrders
const initial = 40
const kills = isFull ? 6 : 1
/** An order has five moves, and while a process starts again some twenty are made: all kills come before the last order is done. */
const movesBetweenKills = 10
/** Of the orders that could be cancelled, the share that a manager does cancel when looking at one. */
const cancelShare = 0.05

type Made = { number: string; move: OrderMove; from: BoardState; by: string }

let fresh: FreshDatabase
let connection: Connection

describe('two packers and two managers work on the same orders', () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    connection = openConnection(fresh.url)
    await keepOutDemo(connection.db)
  })
  afterAll(async () => {
    await connection.close()
    await fresh.drop()
  })

  test(
    `${orderCount} orders, and one of two processes is killed ${kills === 1 ? 'once' : `${kills} times`}: nothing is lost, nothing happens twice, and nobody is told that a stale move was made [board.1] [board.3] [pack.4] [safe.1]`,
    async ({ onTestFinished }) => {
      const { db } = connection
      const settings = {
        ...{ COURIER_STEP_SECONDS: '0', STORE_MODE: 'demo', RATE_LIMITS: 'off' },
        DATABASE_URL: fresh.url,
      }
      const stores: RunningStore[] = [await startStore(settings), await startStore(settings)]
      onTestFinished(async () => {
        await Promise.all(stores.map((store) => store.stop()))
      })
      const stock = { S: initial, M: initial, L: initial }
      const productIds = await Promise.all([onSale(db, { stock }), onSale(db, { stock })])
      const numbers = await placeOrders(productIds)
      const rider = await aRider(db)
      const people = await Promise.all([
        aPerson(db, 'packer', { name: 'Asha Rao' }),
        aPerson(db, 'packer', { name: 'Ravi Rao' }),
        aPerson(db, 'manager', { name: 'Meera Joshi' }),
        aPerson(db, 'manager', { name: 'Imran Khan' }),
      ])

      const made: Made[] = []
      // All four move the first order at once, so that three of them are refused in every run.
      const opening = await Promise.all(
        people.map((person, nth) => {
          const seen = { number: numbers[0] ?? '', state: 'new' } as const
          const ask = { token: person.token, origin: () => stores[nth % 2]?.origin ?? '' }
          return makeMove({ ask, person, seen, move: 'startPacking', riderId: rider.agentId, made })
        }),
      )
      expect(opening.filter(Boolean)).toHaveLength(1)

      const work = people.map((person, nth) =>
        workThrough({ person, stores, nth, numbers, riderId: rider.agentId, made }),
      )
      for (let kill = 1; kill <= kills; kill++) {
        const before = made.length
        await expect
          .poll(() => made.length, soon)
          .toBeGreaterThanOrEqual(before + movesBetweenKills)
        await stores[kill % 2]?.kill()
        stores[kill % 2] = await startStore(settings)
      }
      const refusedOf = await Promise.all(work)
      const refused = refusedOf.reduce((sum, count) => sum + count, people.length - 1)

      const rows = await readOrders(numbers)
      expect(rows.filter(({ status }) => status !== 'Delivered' && status !== 'Cancelled')).toEqual(
        [],
      )
      for (const { id, orderNumber } of rows) {
        const history = await readHistory(id)
        // Each response that said "done" is one row, in the state that its sender saw; nothing else was written.
        expect(history.map(keyOf).sort(), orderNumber).toEqual(
          made
            .filter(({ number }) => number === orderNumber)
            .map(keyOf)
            .sort(),
        )
        // The moves of an order follow each other.
        expect(history.map(({ from }) => from)).toEqual([
          'new',
          ...history.slice(0, -1).map(({ move, from }) => moveRules[move].to ?? from),
        ])
      }
      expect(unbalancedAccounts(await readAccounts(db, productIds), initial)).toEqual([])
      process.stdout.write(`${made.length} moves, ${refused} refused as stale\n`)
    },
    proofTimeoutMs,
  )
})

const soon = { timeout: 60_000, interval: 20 }
const keyOf = ({ move, from, by }: Omit<Made, 'number'>) => `${move} from ${from} by ${by}`

async function placeOrders(productIds: string[]): Promise<string[]> {
  const { db } = connection
  const api = createTestApi(db, createTestDeps())
  const numbers: string[] = []
  for (let nth = 0; nth < orderCount; nth++) {
    const buyer = await createBuyer(db)
    const productId = productIds[nth % productIds.length] ?? ''
    await addToCart(db, buyer.userId, { productId })
    const body = orderRequest(buyer, await readCart(api, buyer))
    const { response } = await placeOrder(api, buyer, { body })
    numbers.push((response.result as { order: { orderID: string } }).order.orderID)
  }
  return numbers
}

type Work = {
  person: Person
  stores: RunningStore[]
  nth: number
  numbers: string[]
  riderId: string
  made: Made[]
}

/** Reads the board and makes a move of an order on it, until none is open. Returns how many moves were refused. */
async function workThrough({ person, stores, nth, numbers, riderId, made }: Work): Promise<number> {
  const random = seededRandom(nth + 1)
  // After a lost response the next process is asked, as a load balancer does.
  let turn = nth
  const origin = () => stores[turn++ % stores.length]?.origin ?? ''
  const ask = { token: person.token, origin }
  let refused = 0
  for (;;) {
    const board = await retryUntilResponse<{ data: BoardOrder[] }>(ask, ['GET', 'staff/orders'])
    const open = board.result.data.filter(({ number }) => numbers.includes(number))
    if (open.length === 0) return refused
    const mine = open.flatMap((order) => {
      const moves = movesFor(person.role, order)
      const [next] = moves.filter((move) => usual.includes(move))
      return next ? [{ order, next, canCancel: moves.includes('cancel') }] : []
    })
    const chosen = mine[Math.floor(random() * mine.length)]
    if (!chosen) {
      await new Promise((over) => setTimeout(over, 50))
      continue
    }
    const move = chosen.canCancel && random() < cancelShare ? 'cancel' : chosen.next
    if (!(await makeMove({ ask, person, seen: chosen.order, move, riderId, made }))) refused += 1
  }
}

type Attempt = Pick<Work, 'person' | 'riderId' | 'made'> & {
  ask: { token: string; origin: () => string }
  seen: Pick<BoardOrder, 'number' | 'state'>
  move: OrderMove
}

/** Makes a move from the state that was seen. False if it was refused as stale. */
async function makeMove({ ask, person, seen, move, riderId, made }: Attempt): Promise<boolean> {
  const { number, state: from } = seen
  const body = { move, from, riderId, reason: 'Customer asked' }
  const path = `staff/orders/${number}/move`
  const { status, msg } = await retryUntilResponse(ask, ['POST', path, body])
  if (status === 409) return false
  if (status !== 200) throw new Error(`${move} of ${number} from ${from}: ${status} ${msg}`)
  made.push({ number, move, from, by: person.name })
  return true
}

/** The moves that lead to the end of an order, in their order. */
const usual: OrderMove[] = ['startPacking', 'markReady', 'handOver', 'startDelivery', 'deliver']

const readOrders = (numbers: string[]) =>
  connection.db.select().from(orders).where(inArray(orders.orderNumber, numbers))

async function readHistory(orderId: string): Promise<Omit<Made, 'number'>[]> {
  const rows = await connection.db
    .select()
    .from(staffHistory)
    .where(and(eq(staffHistory.subject, 'order'), eq(staffHistory.subjectId, orderId)))
    .orderBy(asc(staffHistory.id))
  return rows.map(({ action, before, by }) => {
    const move = Object.entries(moveDone).find(([, done]) => done === action)?.[0]
    return { move: move as OrderMove, from: before.state as BoardState, by }
  })
}
