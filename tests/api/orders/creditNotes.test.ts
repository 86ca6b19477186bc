import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { StaffInvoice } from '#contract/staff/board.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines } from '#server/database/schema/orders.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { readDocuments } from '#server/features/orders/invoices.ts'
import { transitionLine } from '#server/features/orders/lineTransitions.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { moneyOf, orderOf, test } from '#tests/support/api/tests/itemChangesTest.ts'
import { noon } from '#tests/support/api/tests/notificationTest.ts'
import { seededRandom } from '#tests/support/seededRandom.ts'
import { aPerson, staffCalls } from '#tests/support/api/tests/staffTest.ts'

beforeEach(() => setClock(() => noon))
afterEach(() => setClock())

const notesOf = async (db: Database, orderId: string) =>
  (await readDocuments(db, orderId)).filter(({ kind }) => kind === 'credit_note')

async function returnItem(db: Database, orderId: string, position: number) {
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  for (const to of ['Return Requested', 'Return Accepted', 'Returned'] as const) {
    await transitionLine(db, { orderId, lineId: lines[position]?.id ?? '', to, by: 'store' })
  }
}

const moveTo = async (
  db: Database,
  orderId: string,
  ...statuses: ('Shipped' | 'On the way' | 'Delivered' | 'Cancelled')[]
) => {
  for (const to of statuses) await transitionOrder(db, { orderId, to, by: 'store' })
}

describe('money that goes back after the invoice', () => {
  // ₹600 and ₹400 with a coupon of ₹100: they cost ₹540 and ₹360.
  const bag = [
    { pricePaise: 600_00, quantity: 1 },
    { pricePaise: 400_00, quantity: 1 },
  ]
  const goodwill = { amountPaise: 50_00, reason: 'goodwill', refundedPaise: 0 }

  test('has a credit note over the items that bear it, and later returns are credited with what they refund [board.5] [order.9]', async ({
    db,
    order,
    send,
  }) => {
    await saveInitialStoreFacts(db, demoFacts)
    const { number } = await order(bag)
    const { id } = await orderOf(db, number)
    await moveTo(db, id, 'Shipped', 'On the way', 'Delivered')

    expect(await send(number, '/refunds', goodwill)).toMatchObject({ status: 200 })

    const [note] = await notesOf(db, id)
    expect(note?.lines.map(({ total }) => total)).toEqual([30_00, 20_00])
    for (const { taxable, cgst, sgst, igst, total } of note?.lines ?? []) {
      expect(taxable + cgst + sgst + igst).toBe(total)
    }

    await returnItem(db, id, 0)
    await returnItem(db, id, 1)

    const { refundedPaise } = await orderOf(db, number)
    const notes = await notesOf(db, id)
    expect(notes.map(({ total }) => total)).toEqual([50_00, 540_00, 310_00])
    expect(refundedPaise).toBe(900_00)
  })

  test('before the invoice it is credited with the invoice, an item’s refund on the item [board.5] [order.9]', async ({
    db,
    order,
    send,
  }) => {
    await saveInitialStoreFacts(db, demoFacts)
    const { number } = await order(bag)
    const { id } = await orderOf(db, number)
    await send(number, '/refunds', { ...goodwill, item: 2 })
    expect(await readDocuments(db, id)).toEqual([])

    await moveTo(db, id, 'Shipped')

    expect(await readDocuments(db, id)).toMatchObject([
      { kind: 'invoice', total: 900_00 },
      { kind: 'credit_note', total: 50_00, lines: [{ total: 50_00, taxable: 47_62 }] },
    ])
  })

  test('a refused order is credited with what is left of its invoice [board.5] [order.9]', async ({
    db,
    order,
    send,
  }) => {
    await saveInitialStoreFacts(db, demoFacts)
    const { number } = await order(bag)
    const { id } = await orderOf(db, number)
    await moveTo(db, id, 'Shipped')
    await send(number, '/refunds', goodwill)

    await moveTo(db, id, 'Cancelled')

    expect((await notesOf(db, id)).map(({ total }) => total)).toEqual([50_00, 850_00])
  })

  test('a returned item is credited with what earlier refunds left of it, the rest with the others [board.5] [order.9]', async ({
    db,
    order,
    send,
  }) => {
    await saveInitialStoreFacts(db, demoFacts)
    const { number } = await order(bag)
    const { id } = await orderOf(db, number)
    await moveTo(db, id, 'Shipped', 'On the way', 'Delivered')
    await send(number, '/refunds', goodwill)

    await returnItem(db, id, 0)

    const [, note] = await notesOf(db, id)
    expect(note?.lines.map(({ total }) => total)).toEqual([510_00, 30_00])
    for (const { taxable, cgst, sgst, igst, total } of note?.lines ?? []) {
      expect(taxable + cgst + sgst + igst).toBe(total)
    }
  })

  const steps = ['order', 'item', 'return', 'return'] as const

  for (let run = 1; run <= 6; run += 1) {
    test(`no item, no charge and no order is credited with more than its invoice says (run ${run}) [board.5] [order.9]`, async ({
      db,
      order,
      send,
    }) => {
      await saveInitialStoreFacts(db, demoFacts)
      const random = seededRandom(run)
      const below = (count: number) => Math.floor(random() * count)
      const { number } = await order([...bag, { pricePaise: 333_33, quantity: 2 }])
      const { id } = await orderOf(db, number)
      const productName = sql`'Item ' || ${orderLines.position}`
      await db.update(orderLines).set({ productName }).where(eq(orderLines.orderId, id))
      const refund = async (item?: number) => {
        const { refundedPaise } = await orderOf(db, number)
        const amountPaise = 1 + below(500_00)
        const body = { ...goodwill, amountPaise, refundedPaise, ...(item && { item }) }
        expect([200, 400, 409]).toContain((await send(number, '/refunds', body)).status)
      }
      await refund()
      await refund(1 + below(3))
      await send(number, '/cancel-item', {
        ...{ from: 'new', item: 3, quantity: 1, reason: 'damaged' },
      })
      const isRefused = run % 3 === 0
      await moveTo(db, id, 'Shipped')
      await refund()
      if (!isRefused) await moveTo(db, id, 'On the way', 'Delivered')
      const toReturn = [0, 1, 2].sort(() => random() - 0.5)
      for (const step of steps) {
        if (step === 'order') await refund()
        else if (step === 'item') await refund(1 + below(3))
        else if (!isRefused) await returnItem(db, id, toReturn.pop() ?? 0)
      }
      if (isRefused) await moveTo(db, id, 'Cancelled')

      const [invoice, ...notes] = await readDocuments(db, id)
      for (const { name, total } of invoice?.lines ?? []) {
        const rows = notes.flatMap((note) => note.lines).filter((row) => row.name === name)
        expect(rows.reduce((credited, row) => credited + row.total, 0)).toBeLessThanOrEqual(total)
      }
      const { capturedPaise, givenPaise } = await moneyOf(db, number)
      const credited = notes.reduce((sum, { total }) => sum + total, 0)
      expect((invoice?.total ?? 0) - credited).toBe(capturedPaise - givenPaise)
    })
  }
})

test('the staff read the invoice and the credit notes as they were issued [pack.3] [board.5]', async ({
  db,
  order,
  send,
  api,
}) => {
  await saveInitialStoreFacts(db, demoFacts)
  const { number } = await order([{ pricePaise: 600_00, quantity: 1 }])
  const { id } = await orderOf(db, number)
  await moveTo(db, id, 'Shipped')
  await send(number, '/refunds', {
    ...{ amountPaise: 50_00, reason: 'late', refundedPaise: 0 },
  })
  const { token } = await aPerson(db, 'packer')

  const { status, body } = await staffCalls(api, token)<{ data: StaffInvoice[] }>(
    'GET',
    `/orders/${number}/invoices`,
  )

  expect(status).toBe(200)
  expect(body.result.data).toMatchObject([
    { kind: 'invoice', total: 500_00, number: expect.stringMatching(/^PEH\/2026-27\/\d{6}$/) },
    { kind: 'credit_note', total: 50_00 },
  ])
  const elsewhere = await aPerson(db, 'packer', { warehouseIds: ['kochi'] })
  expect(await staffCalls(api, elsewhere.token)('GET', `/orders/${number}/invoices`)).toMatchObject(
    { status: 404 },
  )
})
