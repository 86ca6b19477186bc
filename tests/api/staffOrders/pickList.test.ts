import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { StaffOrder } from '#contract/staff/board.ts'
import type { PickOrder } from '#contract/staff/picking.ts'
import type { StockRow } from '#contract/staff/stock.ts'
import { orderLines } from '#server/database/schema/orders.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { aPerson, staffCalls, test as staffTest } from '#tests/support/api/tests/staffTest.ts'
import { addToCart, stockOf } from '#tests/support/shopper/givens.ts'

type Warehouse = {
  /** Sends a call as a packer of Indore. */
  packer: ReturnType<typeof staffCalls>
  pickList: () => Promise<PickOrder[]>
}

const test = staffTest.extend<Warehouse>({
  packer: async ({ api, db }, use) => {
    const { token } = await aPerson(db, 'packer', { name: 'Ravi Rao' })
    await use(staffCalls(api, token))
  },
  pickList: async ({ packer }, use) =>
    use(async () => {
      const { body } = await packer<{ orders: PickOrder[] }>('GET', '/pick-list')
      return body.result.orders
    }),
})

beforeEach(() => setClock(() => new Date('2026-11-27T12:00:00+05:30')))
afterEach(() => setClock())

describe('the pick list', () => {
  test('has the pieces of orders to pack, by promise, with their shelves [pack.1]', async ({
    packer,
    number,
    kurta,
    pickList,
  }) => {
    const place = { productId: kurta, size: 'M', warehouseId: 'indore' }
    await packer('PUT', '/stock/place', { ...place, shelf: 'b-07' })
    expect(await pickList()).toMatchObject([
      {
        ...{ number, state: 'new', customer: 'Asha Rao', warehouse: { name: 'Indore' } },
        items: [
          {
            ...{ item: 1, size: 'M', quantity: 1, picked: 0, shelf: 'B-07', onHand: 4 },
            otherSizes: [
              { size: 'S', onHand: 5 },
              { size: 'L', onHand: 5 },
            ],
          },
        ],
      },
    ])
  })

  test('the details of a line reach the packer and the order page [pack.1]', async ({
    packer,
    number,
    pickList,
  }) => {
    const details = {}

    expect(await pickList()).toMatchObject([{ number, items: [{ item: 1, details }] }])
    const { body } = await packer<StaffOrder>('GET', `/orders/${number}`)
    expect(body.result.lines).toMatchObject([{ item: 1, details }])
  })

  test('an item on trial is two pieces, each picked by itself [pack.1]', async ({
    packer,
    placePaid,
    pickList,
  }) => {
    const paid = await placePaid('L')
    const pick = (size: string) =>
      packer('POST', `/orders/${paid}/picks`, { item: 1, size, picked: 1 })
    expect((await pick('L')).status).toBe(200)
    const order = (await pickList()).find(({ number }) => number === paid)
    expect(order?.items).toMatchObject([
      { size: 'M', isTrialSize: false, picked: 0 },
      { size: 'L', isTrialSize: true, picked: 1 },
    ])
    expect((await pick('S')).status).toBe(404)
  })

  test('the first pick starts the packing, a tick can be taken back, and a packed order is gone [pack.1]', async ({
    packer,
    number,
    pickList,
  }) => {
    const pick = (picked: number) =>
      packer<PickOrder>('POST', `/orders/${number}/picks`, { item: 1, size: 'M', picked })
    expect((await pick(2)).status).toBe(400)
    expect((await pick(1)).body.result).toMatchObject({ state: 'packing', items: [{ picked: 1 }] })
    expect((await pick(0)).body.result).toMatchObject({ state: 'packing', items: [{ picked: 0 }] })
    await packer('POST', `/orders/${number}/move`, { move: 'markReady', from: 'packing' })
    expect(await pickList()).toEqual([])
    expect((await pick(1)).status).toBe(409)
  })

  test('a packer of another warehouse sees and picks nothing of it [pack.1] [staff.3]', async ({
    api,
    db,
    number,
  }) => {
    const { token } = await aPerson(db, 'packer', { warehouseIds: ['pune'] })
    const call = staffCalls(api, token)
    expect((await call('GET', '/pick-list')).body.result).toMatchObject({ orders: [] })
    const picked = await call('POST', `/orders/${number}/picks`, { item: 1, size: 'M', picked: 1 })
    expect(picked.status).toBe(404)
  })

  test('what cannot be found is swapped or cancelled, and the shelf counts as empty [pack.2]', async ({
    db,
    packer,
    number,
    kurta,
    pickList,
  }) => {
    await packer('POST', `/orders/${number}/picks`, { item: 1, size: 'M', picked: 1 })
    const shortage = { from: 'packing', item: 1, size: 'L', reason: 'notFound' }
    const swap = await packer<StaffOrder>('POST', `/orders/${number}/swap-size`, shortage)
    expect(await stockOf(db, kurta)).toEqual({ L: 4, M: 0, S: 5 })
    const [order] = await pickList()
    expect(order?.items).toMatchObject([{ size: 'L', picked: 0 }])
    const [line] = await db.select().from(orderLines).where(eq(orderLines.productId, kurta))
    expect(line?.size).toBe('L')
    // The history names the item before and after; the timeline names it once.
    const item = line?.productName
    expect(swap.body.result.timeline.map(({ text }) => text)).toContain(
      `swapped the size: ${item}, M to L`,
    )
    expect(await db.select().from(staffHistory).orderBy(staffHistory.at)).toMatchObject([
      { before: { item, size: 'M', picked: 0 }, after: { item, size: 'M', picked: 1 } },
      { before: { item, size: 'M' }, after: { item, size: 'L', reason: 'notFound' } },
    ])
  })
})

describe('a whole order that is cancelled for a shortage', () => {
  const cancel = { move: 'cancel', from: 'new', reason: 'Could not be found' }

  test('has the missing piece written off, and its shelf counts as empty [pack.2] [board.4]', async ({
    db,
    owner,
    number,
    kurta,
  }) => {
    const shortages = [{ item: 1, quantity: 1, reason: 'notFound' }]
    const { status } = await owner('POST', `/orders/${number}/move`, { ...cancel, shortages })
    expect(status).toBe(200)
    expect(await stockOf(db, kurta)).toEqual({ L: 5, M: 0, S: 5 })
    const entries = await db.select().from(staffHistory)
    expect(entries.at(-1)?.after).toMatchObject({
      ...{ state: 'cancelled', writtenOff: expect.stringMatching(/^1 × .*, M$/) },
    })
  })

  test('has the damaged piece written off, and the others stay on sale [pack.2] [board.4]', async ({
    db,
    owner,
    number,
    kurta,
  }) => {
    const { M } = await stockOf(db, kurta)
    const move = (shortage: object) =>
      owner('POST', `/orders/${number}/move`, {
        ...{ ...cancel, shortages: [{ item: 1, quantity: 1, reason: 'damaged', ...shortage }] },
      })
    expect((await move({ quantity: 2 })).status).toBe(400)
    expect((await move({ size: 'S' })).status).toBe(400)
    expect((await move({ item: 2 })).status).toBe(400)
    expect((await move({})).status).toBe(200)
    expect(await stockOf(db, kurta)).toMatchObject({ M })
  })

  test('without one goes back on sale [pack.2] [board.4]', async ({ db, owner, number, kurta }) => {
    const { M = 0 } = await stockOf(db, kurta)
    expect((await owner('POST', `/orders/${number}/move`, cancel)).status).toBe(200)
    expect(await stockOf(db, kurta)).toMatchObject({ M: M + 1 })
  })
})

describe('a trial with one size missing', () => {
  test('is swapped in that size, or cancelled with the other size back on sale [pack.2]', async ({
    db,
    owner,
    kurta,
    placePaid,
  }) => {
    const paid = await placePaid('L')
    const before = await stockOf(db, kurta)
    const missing = { from: 'new', item: 1, reason: 'notFound' }
    const swapped = await owner<StaffOrder>('POST', `/orders/${paid}/swap-size`, {
      ...{ ...missing, size: 'S', replaces: 'L' },
    })
    expect(swapped.body.result.lines[0]).toMatchObject({ size: 'M', trialSize: 'S' })
    expect(await stockOf(db, kurta)).toEqual({ ...before, L: 0, S: before.S! - 1 })

    const other = await placePaid('S')
    const held = await stockOf(db, kurta)
    await owner('POST', `/orders/${other}/swap-size`, { ...missing, size: 'L', replaces: 'M' })
    expect(await stockOf(db, kurta)).toEqual(held)
    const whole = { ...missing, quantity: 1, size: 'S' }
    expect((await owner('POST', `/orders/${other}/cancel-item`, whole)).status).toBe(409)
  })
})

describe('stock', () => {
  test('changes with a reason, and never below nothing [pack.5]', async ({
    db,
    packer,
    number,
    kurta,
  }) => {
    expect(number).not.toBe('')
    const place = { productId: kurta, size: 'M', warehouseId: 'indore' }
    const change = (by: number, reason: string) =>
      packer<StockRow>('POST', '/stock/change', { ...place, change: by, reason })
    expect((await change(6, 'goods_in')).body.result).toMatchObject({ onHand: 10, reserved: 1 })
    expect((await change(-3, 'damaged')).body.result).toMatchObject({ onHand: 7 })
    expect((await change(-8, 'sample')).status).toBe(409)
    expect(await stockOf(db, kurta)).toMatchObject({ M: 7 })
    const moves = await packer('GET', `/stock/moves?productId=${kurta}`)
    expect(moves.body.result).toMatchObject({
      data: [
        { change: -3, reason: 'damaged', size: 'M', warehouse: 'Indore' },
        { change: 6, reason: 'goods_in' },
        { change: -1, reason: 'order' },
      ],
    })
  })

  test('a count of the shelf includes the pieces of orders, but not what is in a bag [pack.5]', async ({
    packer,
    number,
    kurta,
  }) => {
    const place = { productId: kurta, size: 'M', warehouseId: 'indore' }
    const count = (counted: number) =>
      packer<StockRow>('POST', '/stock/count', { ...place, counted })
    expect((await count(0)).body.fields).toEqual({
      counted: expect.stringContaining('Orders need 1 of these'),
    })
    expect((await count(4)).body.result).toMatchObject({ onHand: 3, reserved: 1 })
    await packer('POST', `/orders/${number}/picks`, { item: 1, size: 'M', picked: 1 })
    expect((await count(4)).body.result).toMatchObject({ onHand: 4, reserved: 0 })
    await packer('POST', `/orders/${number}/move`, { move: 'unpack', from: 'packing' })
    expect((await count(5)).body.result).toMatchObject({ onHand: 4, reserved: 1 })
    await packer('POST', `/orders/${number}/move`, { move: 'markReady', from: 'new' })
    expect((await count(4)).body.result).toMatchObject({ onHand: 4, reserved: 0 })
  })

  test('a count leaves the pieces of an order that waits for its payment [pack.5]', async ({
    db,
    me,
    packer,
    kurta,
    place,
  }) => {
    await addToCart(db, me.userId, { productId: kurta })
    await place({ paymentMethod: 'prepaid' })
    const shelf = { productId: kurta, size: 'M', warehouseId: 'indore', counted: 5 }
    const counted = await packer<StockRow>('POST', '/stock/count', shelf)
    expect(counted.body.result).toMatchObject({ onHand: 4, reserved: 1 })
  })

  test('goes to another warehouse [pack.5]', async ({ db, owner, number, kurta }) => {
    expect(number).not.toBe('')
    const place = { productId: kurta, size: 'S', warehouseId: 'indore' }
    const send = (toWarehouseId: string, quantity: number) =>
      owner('POST', '/stock/transfer', { ...place, toWarehouseId, quantity })
    expect((await send('indore', 1)).status).toBe(400)
    expect((await send('pune', 6)).status).toBe(409)
    expect((await send('pune', 2)).status).toBe(200)
    expect(await stockOf(db, kurta)).toMatchObject({ S: 3 })
    expect(await stockOf(db, kurta, 'pune')).toMatchObject({ S: 2 })
  })

  test('is found by code, name and shelf, and the list of what runs low has its level [pack.5]', async ({
    packer,
    number,
    kurta,
  }) => {
    expect(number).not.toBe('')
    const place = { productId: kurta, size: 'M', warehouseId: 'indore' }
    await packer('PUT', '/stock/place', { ...place, shelf: 'C-04', lowBelow: 9 })
    const find = async (query: string) =>
      (await packer<{ data: StockRow[] }>('GET', `/stock?${query}`)).body.result.data
    expect(await find('search=c-04')).toMatchObject([{ size: 'M', shelf: 'C-04', onHand: 4 }])
    expect(await find(`search=${kurta}`)).toHaveLength(3)
    expect(await find(`search=${kurta}&low=true`)).toMatchObject([{ size: 'M', lowBelow: 9 }])
    expect(await find('search=blue+kurta&warehouse=pune')).toEqual([])
  })
})
