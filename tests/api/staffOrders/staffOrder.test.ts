import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { StaffOrder } from '#contract/staff/board.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { orderNotes, orders } from '#server/database/schema/orders.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { users } from '#server/database/schema/users.ts'
import { advanceNextOrder } from '#server/demo/courier.ts'
import { refuseAtDoor } from '#server/features/orders/orderOperations.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPerson, aRider, staffCalls, test } from '#tests/support/api/tests/staffTest.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'

describe('the page of an order', () => {
  test('has items, customer, address, amounts and payments [board.3]', async ({
    db,
    me,
    kurta,
    place,
    owner,
    number,
    orderId,
  }) => {
    await addToCart(db, me.userId, { productId: kurta, size: 'L' })
    const { response } = await place()
    const { order } = response.result as { order: { _id: string } }
    await transitionOrder(db, { orderId: order._id, to: 'Shipped', by: 'courier' })
    await refuseAtDoor(db, order._id)
    await db
      .update(orders)
      .set({ receiverName: 'Zubeida Khan', receiverContactNumber: '9826041376' })
      .where(eq(orders.id, orderId))

    const page = (await owner<StaffOrder>('GET', `/orders/${number.toLowerCase()}`)).body.result

    expect(page).toMatchObject({
      ...{ number, state: 'new', duePaise: 999_00, isPaid: false, itemCount: 1 },
      lines: [
        {
          ...{ item: 1, code: kurta, productId: kurta, name: 'Blue kurta', brand: 'Amodra' },
          ...{ size: 'M', quantity: 1, netPaise: 999_00, status: 'Accepted', inStock: 4 },
        },
      ],
      person: { name: 'Asha Rao', earlierOrders: 1, refusedDeliveries: 1 },
      receiver: { name: 'Zubeida Khan', contactNumber: '9826041376' },
      address: { street: '12 Scheme 78', postalCode: '452010', latitude: 22.7533 },
      amounts: { itemsPaise: 999_00, totalPaise: 999_00, refundedPaise: 0 },
      payments: [{ kind: 'on_delivery', status: 'created', amountPaise: 999_00 }],
      timeline: [{ text: 'Accepted', by: 'Customer', kind: 'move' }],
    })
    expect(page.moves.map(({ move }) => move)).toEqual(['startPacking', 'markReady', 'cancel'])
  })

  test.for<[StaffRole, RegExp]>([
    ['owner', /^\d{10}$/],
    ['manager', /^\d{10}$/],
    ['support', /^\d{10}$/],
    ['packer', /^\d\d••••••\d\d$/],
    ['accountant', /^\d\d••••••\d\d$/],
  ])(
    'masks phone numbers for roles that do not call: %s [staff.6]',
    async ([role, shape], { api, db, number }) => {
      const { token } = await aPerson(db, role)

      const page = (await staffCalls(api, token)<StaffOrder>('GET', `/orders/${number}`)).body
        .result

      expect(page.person.contactNumber).toMatch(shape)
      expect(page.receiver?.contactNumber).toMatch(shape)
      const numbers = (await db.select().from(users)).map(({ contactNumber }) => contactNumber)
      const isShown = numbers.some((known) => known && JSON.stringify(page).includes(known))
      expect(isShown).toBe(shape.test('9826041376'))
    },
  )

  test('keeps notes with their author, in the history without their words [board.3] [staff.4]', async ({
    db,
    owner,
    number,
  }) => {
    for (const text of ['', ' ', 'x'.repeat(1001)]) {
      expect((await owner('POST', `/orders/${number}/notes`, { text })).status).toBe(400)
    }
    const note = { text: 'Asha asked for the evening' }
    const page = (await owner<StaffOrder>('POST', `/orders/${number}/notes`, note)).body.result

    expect(page.timeline).toContainEqual({
      ...{ text: note.text, by: 'Lakshmi Iyer', role: null, kind: 'note' },
      at: expect.any(String) as string,
    })
    const [saved] = await db.select().from(orderNotes)
    expect(await db.select().from(staffHistory)).toMatchObject([
      { action: 'wrote a note', name: number, by: 'Lakshmi Iyer', after: { noteId: saved?.id } },
    ])
  })

  test('of another warehouse is not found, and nothing of it is changed [staff.3]', async ({
    api,
    db,
    number,
  }) => {
    for (const role of ['packer', 'manager', 'support'] as const) {
      const { token } = await aPerson(db, role, { warehouseIds: ['pune'] })
      const ask = staffCalls(api, token)
      const move = { move: 'markReady', from: 'new' }

      expect((await ask('GET', `/orders/${number}`)).status).toBe(404)
      expect((await ask('POST', `/orders/${number}/move`, move)).status).toBe(404)
      expect((await ask('POST', `/orders/${number}/notes`, { text: 'Hello' })).status).toBe(404)
    }
    expect(await db.$count(staffHistory)).toBe(0)
    expect(await db.select().from(orders)).toMatchObject([{ packedAt: null }])
  })
})

test('riders of a warehouse are offered to its people, those on shift first [staff.3] [board.3]', async ({
  api,
  db,
  number: _,
}) => {
  await aRider(db, { name: 'Arjun Das' })
  await aRider(db, { name: 'Vikram Shah', onShiftSince: new Date() })
  await aRider(db, { name: 'Nitin Kale', warehouseIds: ['pune'] })
  const riders = async (role: StaffRole) => {
    const { token } = await aPerson(db, role)
    const { data } = (await staffCalls(api, token)<{ data: { name: string }[] }>('GET', '/riders'))
      .body.result
    return data.map(({ name }) => name)
  }

  expect(await riders('packer')).toEqual(['Vikram Shah', 'Arjun Das'])
  expect(await riders('owner')).toEqual(['Vikram Shah', 'Arjun Das', 'Nitin Kale'])
})

describe('a repeated request', () => {
  const start = { move: 'startPacking', from: 'new' }

  test('with the same idempotency key moves the order once [board.3] [staff.4]', async ({
    api,
    db,
    number,
  }) => {
    const { token } = await aPerson(db, 'owner')
    const send = async (body: object, key: string) => {
      const request = withToken(token, 'POST', body)
      const headers = { ...request.headers, 'Idempotency-Key': key }
      const response = await api.request(`/api/staff/orders/${number}/move`, {
        ...request,
        headers,
      })
      return { status: response.status, body: await response.json() }
    }
    const first = await send(start, 'key-of-the-desk')
    expect(first.status).toBe(200)

    expect(await send(start, 'key-of-the-desk')).toEqual(first)
    expect(await db.$count(staffHistory)).toBe(1)
    expect((await send(start, 'another-key')).status).toBe(409)
    const reused = await send({ move: 'markReady', from: 'packing' }, 'key-of-the-desk')
    expect(reused).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  })
})

describe('in demo mode', () => {
  test('the simulated courier leaves an order alone that a person moved, not one with a note [board.3]', async ({
    db,
    owner,
    number,
    orderId,
  }) => {
    const takenOverAt = async () =>
      (await db.select().from(orders).where(eq(orders.id, orderId)))[0]?.takenOverAt
    await db
      .update(orders)
      .set({ movedAt: new Date(0) })
      .where(eq(orders.id, orderId))
    await owner('POST', `/orders/${number}/notes`, { text: 'Ring twice' })
    expect(await takenOverAt()).toBeNull()
    expect(await advanceNextOrder(db, -1)).toBe(true)

    await owner('POST', `/orders/${number}/move`, { move: 'startDelivery', from: 'withRider' })
    expect(await takenOverAt()).toEqual(expect.any(Date))
    expect(await advanceNextOrder(db, -1)).toBe(false)
  })
})

describe('a rider', () => {
  test.for(['handOver', 'reassign', 'cancel', 'bringBack'] as const)(
    'may not %s [staff.3]',
    async (move, { api, db, number, orderId }) => {
      const rider = await aRider(db)
      const carried = { status: 'Shipped', agentId: rider.agentId } as const
      await db.update(orders).set(carried).where(eq(orders.id, orderId))

      const body = { move, from: 'withRider', reason: 'Too far', riderId: rider.agentId }
      const refused = await staffCalls(api, rider.token)('POST', `/orders/${number}/move`, body)

      expect(refused).toMatchObject({ status: 403, body: { msg: 'Your role can’t do this' } })
    },
  )
})
