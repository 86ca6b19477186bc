import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { staff } from '#server/database/schema/staff.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { createReadyBuyers, fillStock, placeOrder } from './benchBuyers.ts'
import { optionsOf } from './benchOptions.ts'
import { type BenchStore, openStoreOn } from './benchStore.ts'
import { medianOf } from './medianOf.ts'

/**
 * A board of 500 open orders among 20,000 that are done: the CPU time, of server and database together, that a move costs
 * without a board and with one on three screens, and how long after it the shopper's page and the board hear of a move.
 * `npm run bench:board -- --on postgres,embedded`
 */
const options = optionsOf(process.argv.slice(2))
const openCount = 500
const doneCount = 20_000
const screens = 3
/** Without screens and with them in turn, because a store becomes faster while it warms up. */
const rounds = 6
const movesEach = 36
const pauseMs = 50
const followedMoves = 30
/** Longer than the time for which a stream gathers changes. */
const apartMs = 500

const table: Record<string, object> = {}
for (const kind of options.kinds) {
  const store = await openStoreOn(kind, {})
  try {
    table[kind] = await measureBoard(store)
  } finally {
    await store.stop()
  }
}
console.table(table)
if (options.isJson) console.log(JSON.stringify(table))

async function measureBoard(store: BenchStore) {
  const { numbers, shopper } = await fillBoard(store)
  const token = await openManager(store.db)
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const sendStaff = (path: string, init: RequestInit = {}) =>
    fetch(`${store.origin}/api/staff${path}`, { ...init, headers })

  const cpuMs = () => store.cpuMs() + store.databaseCpuMs()
  const readMs = await medianTimeOf(
    20,
    async () => void (await (await sendStaff('/orders')).text()),
  )

  async function move(number: string): Promise<void> {
    const body = JSON.stringify({ move: 'startPacking', from: 'new' })
    const response = await sendStaff(`/orders/${number}/move`, { method: 'POST', body })
    if (!response.ok) throw new Error(await response.text())
    await response.text()
  }

  async function moveOrders(moved: string[]): Promise<number> {
    const idle = await costOf(cpuMs, () => pause(moved.length * pauseMs))
    const busy = await costOf(cpuMs, async () => {
      for (const number of moved) {
        await move(number)
        await pause(pauseMs)
      }
    })
    return (busy.cpuMs - (idle.cpuMs / idle.tookMs) * busy.tookMs) / moved.length
  }

  async function withScreens<Result>(work: () => Promise<Result>): Promise<Result> {
    const closing = new AbortController()
    for (let screen = 0; screen < screens; screen += 1) {
      const stream = await sendStaff('/orders/events', { signal: closing.signal })
      void drain(stream).catch(() => undefined)
    }
    try {
      return await work()
    } finally {
      closing.abort()
    }
  }

  /** How long after the request of a move both have heard of it, in ms. */
  async function followMoves(moved: string[]): Promise<number[]> {
    const closing = new AbortController()
    const { signal } = closing
    const lastEvents = [
      timeOfLastEvent(
        await fetch(`${store.origin}/api/orders/events`, { headers: shopper, signal }),
      ),
      timeOfLastEvent(await sendStaff('/orders/events', { signal })),
    ]
    const delays: number[] = []
    for (const number of moved) {
      const from = performance.now()
      await move(number)
      while (lastEvents.some((last) => last() < from)) await pause(2)
      delays.push(Math.max(...lastEvents.map((last) => last())) - from)
      await pause(apartMs)
    }
    closing.abort()
    return delays
  }

  let used = 0
  const next = (count = movesEach) => numbers.slice(used, (used += count))
  await moveOrders(next())
  const alone: number[] = []
  const watched: number[] = []
  for (let turn = 0; turn < rounds; turn += 1) {
    alone.push(await moveOrders(next()))
    watched.push(await withScreens(() => moveOrders(next())))
  }
  const delays = await followMoves(next(followedMoves))
  const added = watched.map((cpu, turn) => cpu - (alone[turn] ?? NaN))
  return {
    'move, CPU ms': round(medianOf(alone)),
    'with three screens': round(medianOf(watched)),
    'of that the board': round(medianOf(added)),
    'heard after, ms': round(medianOf(delays)),
    'at most': round(Math.max(...delays)),
    'read of the board, ms': round(readMs),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

async function costOf(cpuMs: () => number, work: () => Promise<unknown>) {
  const [cpuBefore, before] = [cpuMs(), performance.now()]
  await work()
  return { cpuMs: cpuMs() - cpuBefore, tookMs: performance.now() - before }
}

async function medianTimeOf(count: number, work: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < count; nth += 1) times.push((await costOf(() => 0, work)).tookMs)
  return medianOf(times)
}

/** When the last event of a stream arrived. */
function timeOfLastEvent(response: Response): () => number {
  let last = 0
  const decoder = new TextDecoder()
  async function listen() {
    for await (const part of response.body ?? []) {
      if (decoder.decode(part).includes('data:')) last = performance.now()
    }
  }
  void listen().catch(() => undefined)
  return () => last
}

async function drain(response: Response) {
  for await (const _ of response.body ?? []);
}

async function openManager(db: Database): Promise<string> {
  const person = { name: 'Meera Joshi', contactNumber: '6999900001', role: 'manager' as const }
  const [row] = await db.insert(staff).values(person).returning()
  return openStaffSession(db, row?.id ?? '', 'Bench')
}

/** Places one order and copies it. Returns the numbers of the open ones, and the headers of the shopper's requests. */
async function fillBoard({ db, origin }: BenchStore) {
  await fillStock(db)
  const [buyer] = await createReadyBuyers(db, 1)
  if (!buyer) throw new Error('There is no buyer')
  await placeOrder(origin, buyer)
  const [order] = await db.select().from(orders).where(eq(orders.userId, buyer.userId))
  if (!order) throw new Error('The order was not placed')
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
  const numbers: string[] = []
  for (let made = 0; made < openCount + doneCount; made += 500) {
    const isOpen = made < openCount
    const long = new Date(Date.now() - 40 * 86_400_000)
    const copies = Array.from({ length: 500 }, (_, nth) => ({
      ...order,
      id: randomUUID(),
      orderNumber: `BENCH-${made + nth}`,
      cartHash: null,
      ...(isOpen ? {} : { status: 'Delivered' as const, changedAt: long, createdAt: long }),
    }))
    await db.insert(orders).values(copies)
    await db
      .insert(orderLines)
      .values(
        copies.flatMap(({ id: orderId, status }) =>
          lines.map((line) => ({ ...line, id: randomUUID(), orderId, status })),
        ),
      )
    if (isOpen) numbers.push(...copies.map(({ orderNumber }) => orderNumber))
  }
  return { numbers, shopper: buyer.headers }
}
