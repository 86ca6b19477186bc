import { inArray } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'

import { moneyAfterTrial } from '#contract/staff/trial.ts'
import type { Database } from '#server/database/client/connect.ts'
import { stockMoves } from '#server/database/schema/stock.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { bringToDoor, moneyOf, test } from '#tests/support/api/tests/itemChangesTest.ts'
import { seededRandom } from '#tests/support/seededRandom.ts'
import { onSale } from '#tests/support/shopper/givens.ts'

beforeEach(() => setClock(() => new Date('2026-11-27T12:00:00+05:30')))
afterEach(() => setClock())

const reasons = ['notFound', 'damaged', 'customerAsked'] as const
const sizes = ['S', 'M', 'L'] as const
const kinds = ['cash', 'prepaid', 'trial'] as const

for (let seed = 1; seed <= 12; seed += 1) {
  test(`whatever is changed, money and stock add up, to the door (sequence ${seed}) [board.4] [board.5] [rider.3]`, async ({
    db,
    api,
    order,
    send,
  }) => {
    const random = seededRandom(seed)
    const below = (count: number) => Math.floor(random() * count)
    const kind = kinds[below(3)]!
    const bag = [
      { pricePaise: 333_33 + below(900_00), quantity: 3 },
      { pricePaise: 100_01 + below(900_00), quantity: 2 },
      { pricePaise: 999_99, quantity: 1 },
    ]
    const { number, productIds } = await order(bag, kind)
    const others = [
      await onSale(db, { pricePaise: 50_00 + below(400_00), mrpPaise: 2000_00 }),
      await onSale(db, { pricePaise: 500_00 + below(900_00), mrpPaise: 2000_00 }),
    ]
    let from = 'new'
    let writtenOff = 0
    /** What was given back for items whose replacements cost less than that. */
    let absorbed = 0
    for (let step = 0; step < 10; step += 1) {
      const { refundedPaise } = (await moneyOf(db, number)).order
      const item = 1 + below(4)
      const reason = reasons[below(3)]
      const line = (await moneyOf(db, number)).lines[item - 1]
      const onTrial = line?.trialSize
      const [path, body] = [
        ['/cancel-item', { from, item, reason, quantity: 1 + below(2) }] as const,
        ['/swap-size', { from, item, reason, size: sizes[below(3)] }] as const,
        [
          '/refunds',
          {
            ...{ amountPaise: 1 + below(300_00), reason: 'goodwill' },
            ...{ refundedPaise, ...(random() < 0.5 && { item: 1 + below(4) }) },
          },
        ] as const,
        ['/move', { from, move: from === 'ready' ? 'unpack' : 'markReady' }] as const,
        [
          '/replace-item',
          {
            ...{ from, item, reason, size: sizes[below(3)], hasAgreed: true },
            productId: others[below(2)],
            ...(onTrial && { missingSize: random() < 0.5 ? line?.size : onTrial }),
          },
        ] as const,
      ][below(5)]!
      const before = await moneyOf(db, number)
      const { status, body: answer } = await send(number, path, body)
      expect([200, 400, 404, 409]).toContain(status)
      if (status !== 200) expect(await moneyOf(db, number)).toEqual(before)
      from = answer.result?.state ?? from
      if (status === 200 && reason !== 'customerAsked' && path === '/cancel-item')
        writtenOff += body.quantity
      const isReplaced = status === 200 && path === '/replace-item'
      if (reason !== 'customerAsked' && (isReplaced || (status === 200 && path === '/swap-size')))
        writtenOff += before.lines[item - 1]!.quantity
      const { lines, order: now } = await moneyOf(db, number)
      if (isReplaced)
        absorbed += before.lines[item - 1]!.refundedPaise - lines[item - 1]!.refundedPaise
      const duePaise = now.paymentStatus === 'paid' ? now.balancePaise : now.totalPaise
      if (answer.result) expect(answer.result.duePaise).toBe(duePaise)
      await expectMoneyAddsUp(db, number, absorbed)
      expect(await takenOf(db, [...productIds, ...others])).toBe(piecesOf(lines) + writtenOff)
    }

    if (from !== 'ready') await send(number, '/move', { from, move: 'markReady' })
    const { call } = await bringToDoor({ db, api }, send, number)
    const { lines, order: atDoor } = await moneyOf(db, number)
    const active = lines.flatMap((line, position) =>
      line.status === 'Cancelled' ? [] : { ...line, item: position + 1 },
    )
    const kept = active.filter(() => random() < 0.6)
    const returned = active.filter((line) => !kept.includes(line))
    const isPaid = atDoor.paymentStatus === 'paid'
    const due = isPaid ? atDoor.balancePaise : atDoor.totalPaise
    const body =
      kind === 'trial'
        ? {
            from: 'trial',
            kept: kept.map(({ item, size }) => ({ item, size })),
            collectedPaise: moneyAfterTrial(returned, due).duePaise,
          }
        : { from: 'onTheWay', collectedPaise: due }

    expect(await call('/move', { move: 'deliver', ...body })).toMatchObject({ status: 200 })

    const { order: delivered } = await moneyOf(db, number)
    expect(delivered).toMatchObject({ status: 'Delivered', balancePaise: 0, paymentStatus: 'paid' })
    await expectMoneyAddsUp(db, number, absorbed)
    const sold = (kind === 'trial' ? kept : active).reduce((sum, line) => sum + line.quantity, 0)
    expect(await takenOf(db, [...productIds, ...others])).toBe(sold + writtenOff)
  })
}

/** Captured and due, less what was refunded, is what the kept items and the charges cost. */
async function expectMoneyAddsUp(db: Database, number: string, absorbed: number) {
  const { order: now, lines, refunds: given, ...totals } = await moneyOf(db, number)
  const { capturedPaise, givenPaise } = totals
  const kept = lines.filter((line) => line.status !== 'Cancelled')
  const costs =
    kept.reduce((sum, { netPaise }) => sum + netPaise, 0) + now.shippingPaise + now.trialPaise
  const goodwill = given
    .filter((refund) => refund.reason === 'goodwill' && refund.lineId === null)
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const givenForKept = kept.reduce((sum, line) => sum + line.refundedPaise, 0)
  const paid = now.paymentStatus === 'paid' ? capturedPaise + now.balancePaise : now.totalPaise
  // Never more than was captured.
  expect(paid - givenPaise).toBe(Math.max(costs - goodwill - givenForKept, 0))
  expect(now.refundedPaise).toBe(givenPaise)
  const ofLines = lines.reduce((sum, line) => sum + line.refundedPaise, 0)
  const replaced = given
    .filter((refund) => refund.reason === 'item_replaced')
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  expect(ofLines + goodwill + replaced + absorbed).toBe(givenPaise)
}

type Lines = Awaited<ReturnType<typeof moneyOf>>['lines']

/** What the order holds; of an item on trial both sizes. */
const piecesOf = (lines: Lines) =>
  lines
    .filter(({ status }) => status !== 'Cancelled')
    .reduce((sum, { quantity, trialSize }) => sum + (trialSize ? 2 : 1) * quantity, 0)

/** How many pieces of these products have left the stock, other than by counting. */
async function takenOf(db: Database, productIds: string[]): Promise<number> {
  const moved = await db.select().from(stockMoves).where(inArray(stockMoves.productId, productIds))
  return -moved
    .filter((move) => move.reason !== 'counted')
    .reduce((sum, { change }) => sum + change, 0)
}
