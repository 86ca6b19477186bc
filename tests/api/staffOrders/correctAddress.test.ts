import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { CorrectAddress } from '#contract/staff/addressChange.ts'
import type { BoardOrder, StaffOrder } from '#contract/staff/board.ts'
import type { Order } from '#contract/orders/order.ts'
import type { Database } from '#server/database/client/connect.ts'
import { addresses } from '#server/database/schema/users.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { lastPush, moneyOf, orderOf, test } from '#tests/support/api/tests/itemChangesTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPerson, aRider, staffCalls } from '#tests/support/api/tests/staffTest.ts'

const noon = new Date('2026-11-27T12:00:00+05:30')
const quarterPast = new Date('2026-11-27T12:15:00+05:30')

beforeEach(() => setClock(() => noon))
afterEach(() => setClock())

const anOrder = [{ pricePaise: 999_00, quantity: 1 }]
const place = { latitude: undefined, longitude: undefined }

/** To another flat in the same street: the order was for '12 Scheme 78'. */
const sameStreet: CorrectAddress = {
  ...{ from: 'new', corrections: 0 },
  address: {
    ...{ label: 'home', house: 'Flat 4', street: '12 Scheme 78', city: 'Indore' },
    ...{ state: 'Madhya Pradesh', postalCode: '452010', ...place },
  },
}

/** To another part of the city. */
const elsewhere: CorrectAddress = {
  ...sameStreet,
  address: {
    ...{ label: 'work', house: '7', street: 'Rajwada Chowk Road', city: 'Indore' },
    ...{ state: '', postalCode: '452002', ...place },
  },
}

const inPune: CorrectAddress = {
  ...sameStreet,
  address: { ...elsewhere.address, city: 'Pune', postalCode: '411014' },
}

const inMumbai: CorrectAddress = {
  ...sameStreet,
  address: { ...elsewhere.address, city: 'Mumbai', postalCode: '400020' },
}

const lastChange = async (db: Database, orderId: string) =>
  (
    await db
      .select()
      .from(staffHistory)
      .where(eq(staffHistory.subjectId, orderId))
      .orderBy(asc(staffHistory.id))
  ).at(-1)

describe('a corrected address', () => {
  test('of another place is promised anew, the customer is told and sees it, and the history has both [board.6]', async ({
    db,
    api,
    me,
    order,
    send,
  }) => {
    const { number } = await order(anOrder)
    const before = await orderOf(db, number)
    const money = await moneyOf(db, number)
    setClock(() => quarterPast)

    const { status, body } = await send(number, '/address', elsewhere)

    expect(status).toBe(200)
    const after = await orderOf(db, number)
    expect(after.address).toMatchObject({
      ...{ label: 'work', house: '7', street: '7, Rajwada Chowk Road', city: 'Indore' },
      ...{ state: 'Madhya Pradesh', postalCode: '452002' },
    })
    expect(after.promisedBy?.getTime()).toBe((before.promisedBy?.getTime() ?? 0) + 15 * 60_000)
    expect(body.result?.address).toMatchObject({ house: '7', corrections: 1 })
    expect(body.result?.timeline[0]).toMatchObject({
      kind: 'move',
      text: expect.stringMatching(/^corrected the address: 12 Scheme 78, .* to 7, Rajwada/),
    })
    // Charges stay, and so does the tax within the state.
    const { order: _before, ...moneyBefore } = money
    const { order: _after, ...moneyAfter } = await moneyOf(db, number)
    expect(moneyAfter).toEqual(moneyBefore)
    expect(after.totalPaise).toBe(before.totalPaise)
    const push = await lastPush(db, `order:${after.id}:address:`)
    expect(push).toContain('It arrives by 1:15 pm.')
    expect(push).not.toMatch(/Rajwada|Asha|452002/)
    const seen = await api.request(`/api/orders/${after.id}`, withToken(me.token))
    const { result } = (await seen.json()) as { result: Order }
    expect(result.addressId.street).toBe('7, Rajwada Chowk Road')
    expect(await lastChange(db, after.id)).toMatchObject({
      ...{ action: 'corrected the address', role: 'manager' },
      before: {
        address: '12 Scheme 78, Indore, Madhya Pradesh, 452010',
        promisedBy: before.promisedBy?.toISOString(),
      },
      after: {
        address: '7, Rajwada Chowk Road, Indore, Madhya Pradesh, 452002',
        promisedBy: after.promisedBy?.toISOString(),
      },
    })
    // What the customer has saved stays.
    const [saved] = await db.select().from(addresses).where(eq(addresses.id, me.addressId))
    expect(saved?.street).toBe('12 Scheme 78')
  })

  test('of another flat keeps the place on the map and the promise [board.6]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order(anOrder)
    const before = await orderOf(db, number)
    setClock(() => quarterPast)

    expect((await send(number, '/address', sameStreet)).status).toBe(200)

    const { address, promisedBy } = await orderOf(db, number)
    expect(address).toEqual({ ...before.address, house: 'Flat 4', street: 'Flat 4, 12 Scheme 78' })
    expect(promisedBy).toEqual(before.promisedBy)
  })

  test('names who receives it and their phone, or the customer again [board.6]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order(anOrder)
    setClock(() => quarterPast)
    const receiver = { name: 'Kavita Joshi', contactNumber: '9826012345' }
    const { address } = sameStreet
    const toNeighbour = await send(number, '/address', { ...sameStreet, receiver })
    expect(toNeighbour.body.result?.receiver).toEqual(receiver)
    expect(toNeighbour.body.result?.timeline[0]?.text).toContain('receiver Kavita Joshi')
    expect(JSON.stringify(toNeighbour.body.result?.timeline)).not.toContain('9826012345')

    const unchanged = { ...sameStreet, corrections: 1, address }
    expect((await send(number, '/address', unchanged)).body.msg).toBe(
      'The address is the same as before',
    )
    const back = await send(number, '/address', { ...unchanged, receiver: null })
    expect(back.status).toBe(200)
    expect(await orderOf(db, number)).toMatchObject({
      ...{ receiverName: null, receiverContactNumber: null },
    })
    expect(await lastPush(db, ':address:')).not.toContain('Kavita')
  })

  const refusals: [what: string, correction: object, status: number, msg: RegExp][] = [
    ['in another warehouse’s area', inPune, 409, /in the area of Pune, and the order is in Indore/],
    ['that nobody delivers to', inMumbai, 409, /No warehouse delivers to this address/],
    [
      'that is only an area',
      { ...elsewhere, address: { ...elsewhere.address, house: '', street: 'Vijay Nagar' } },
      ...([400, /only your area/] as const),
    ],
    [
      'without a PIN code',
      { ...elsewhere, address: { ...elsewhere.address, postalCode: '4520' } },
      ...([400, /check what you entered/] as const),
    ],
    ['from a state that is over', { ...elsewhere, from: 'packing' }, 409, /changed meanwhile/],
  ]
  for (const [what, correction, status, msg] of refusals) {
    test(`${what} is refused, and nothing changes [board.6]`, async ({ db, order, send }) => {
      const { number } = await order(anOrder)
      const before = await orderOf(db, number)

      const answer = await send(number, '/address', correction)

      expect(answer).toMatchObject({ status, body: { msg: expect.stringMatching(msg) } })
      expect(await orderOf(db, number)).toEqual(before)
    })
  }

  test('that somebody else has corrected meanwhile is refused with their name [board.6]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order(anOrder)
    await send(number, '/address', elsewhere)

    const second = await send(number, '/address', sameStreet)

    expect(second).toMatchObject({
      ...{ status: 409, body: { msg: 'Meera Joshi corrected the address before you' } },
    })
    expect((await orderOf(db, number)).address.street).toBe('7, Rajwada Chowk Road')
  })

  test('is refused once the order has left; after a failed delivery it waits for its new promise [board.6]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order(anOrder)
    const { agentId: riderId } = await aRider(db)
    await send(number, '/move', { move: 'markReady', from: 'new' })
    await send(number, '/move', { move: 'handOver', from: 'ready', riderId })
    expect(await send(number, '/address', { ...elsewhere, from: 'withRider' })).toMatchObject({
      status: 409,
      body: { msg: expect.stringMatching(/is with the rider, so its address can’t be corrected$/) },
    })

    await send(number, '/move', { move: 'startDelivery', from: 'withRider' })
    await send(number, '/move', { move: 'noteAttempt', from: 'onTheWay', reason: 'Wrong house' })
    const before = await orderOf(db, number)
    setClock(() => quarterPast)
    const corrected = await send(number, '/address', { ...elsewhere, from: 'failed' })
    expect(corrected.status).toBe(200)
    const { promisedBy, id } = await orderOf(db, number)
    expect(promisedBy).toEqual(before.promisedBy)
    expect(await lastPush(db, `order:${id}:address:`)).toContain('when we come again')
    const again = await send(number, '/move', { move: 'deliverAgain', from: 'failed' })
    expect(again.body.result?.promisedBy).not.toBe(before.promisedBy?.toISOString())
  })

  test('in another state has the tax of that state, to the paisa [board.6]', async ({
    db,
    order,
    send,
  }) => {
    // A warehouse at the border serves both sides of it.
    await db.update(warehouses).set({ radiusKm: 2000 }).where(eq(warehouses.id, 'indore'))
    const { number } = await order(anOrder)
    const before = await moneyOf(db, number)
    expect(before.lines[0]?.igstPaise).toBe(0)

    expect((await send(number, '/address', inPune)).status).toBe(200)

    const { lines } = await moneyOf(db, number)
    const [line] = lines
    expect(line).toMatchObject({ cgstPaise: 0, sgstPaise: 0 })
    expect(line?.igstPaise).toBeGreaterThan(0)
    expect((line?.taxablePaise ?? 0) + (line?.igstPaise ?? 0)).toBe(before.lines[0]?.netPaise)
  })

  test('is corrected by packers of its warehouse and support, who see no number to spoil [board.6] [staff.6]', async ({
    db,
    api,
    order,
  }) => {
    const { number } = await order(anOrder)
    const path = `/orders/${number}/address`
    const packer = staffCalls(api, (await aPerson(db, 'packer')).token)
    const elsewherePacker = await aPerson(db, 'packer', { warehouseIds: ['pune'] })
    const accountant = await aPerson(db, 'accountant')

    const { body } = await packer<StaffOrder>('POST', path, sameStreet)
    expect(body.result.receiver?.contactNumber).toMatch(/^\d\d••••••\d\d$/)
    expect((await orderOf(db, number)).receiverContactNumber).toBeNull()
    const refused = await Promise.all(
      [elsewherePacker, accountant].map(({ token }) =>
        staffCalls(api, token)('POST', path, { ...sameStreet, corrections: 1 }),
      ),
    )
    expect(refused.map(({ status }) => status)).toEqual([404, 403])
  })
})

describe('the PIN code of a form', () => {
  test('says where it is, who delivers there and by when [board.6] [board.7]', async ({
    db,
    api,
    order,
  }) => {
    await order(anOrder)
    const { token } = await aPerson(db, 'support')
    const read = (postalCode: string) =>
      staffCalls(api, token)('GET', `/delivery-place?postalCode=${postalCode}`)

    expect((await read('452010')).body.result).toEqual({
      ...{ city: 'Indore', state: 'Madhya Pradesh' },
      warehouses: [
        { id: 'indore', name: 'Indore', isOpen: true, promisedBy: '2026-11-27T07:30:00.000Z' },
      ],
    })
    expect((await read('400020')).body.result).toMatchObject({ city: 'Mumbai', warehouses: [] })
    // The point of a saved address decides, where it is known.
    const atPoint = await read('400020&latitude=22.7533&longitude=75.8937')
    expect(atPoint.body.result).toMatchObject({ city: 'Mumbai', warehouses: [{ id: 'indore' }] })
    expect((await read('999999')).body.result).toEqual({ city: null, state: null, warehouses: [] })
    expect((await read('4520')).status).toBe(400)
  })
})

test('a corrected address shows on the board [board.1] [board.6]', async ({
  db,
  api,
  order,
  send,
}) => {
  const { number } = await order(anOrder)
  await send(number, '/address', elsewhere)
  const { token } = await aPerson(db, 'manager')
  const { body } = await staffCalls(api, token)<{ data: BoardOrder[] }>('GET', '/orders')
  expect(body.result.data.find((row) => row.number === number)?.area).toBe(
    'Rajwada Chowk Road 452002',
  )
})
