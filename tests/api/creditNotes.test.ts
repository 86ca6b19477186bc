import { asc, eq } from 'drizzle-orm'
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
import { orderOf, test } from '#tests/support/api/itemChangesTest.ts'
import { noon } from '#tests/support/api/notificationTest.ts'
import { aPerson, staffCalls } from '#tests/support/api/staffTest.ts'

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
