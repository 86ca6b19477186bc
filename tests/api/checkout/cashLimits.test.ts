import { and, eq, isNotNull } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { usualTerms } from '#contract/store/storeTerms.ts'
import type { Database } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import { orders } from '#server/database/schema/orders.ts'
import { addresses, users } from '#server/database/schema/users.ts'
import { cashRefusal, createAddressHasher } from '#server/commerce/orders/cashOnDelivery.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { eraseUser } from '#server/features/account/personalData.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { refuseOrderAtDoor } from '#server/features/orders/orderOperations.ts'
import { clock, dayMs, setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  createBuyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import { aPerson, staffCalls } from '#tests/support/api/tests/staffTest.ts'
import { addToCart, onSale, saveAddress } from '#tests/support/shopper/givens.ts'
import { cash, rateLimitedDeps, test } from '#tests/support/api/tests/limitTest.ts'

/** A cash order by another customer with the same address. */
async function orderOfNeighbour(db: Database) {
  const api = createTestApi(db, rateLimitedDeps())
  const neighbour = await createBuyer(db)
  await addToCart(db, neighbour.userId, { productId: await onSale(db) })
  const { status, response } = await placeOrder(api, neighbour, {
    body: orderRequest(neighbour, await readCart(api, neighbour)),
  })
  expect(status).toBe(200)
  return (response as { result: { order: { _id: string; orderID: string } } }).result.order
}

describe('POST /cart/checkout with cash on delivery', () => {
  test('limits the cash orders per day of new accounts, but not of others [safe.4]', async ({
    db,
    me,
    order,
    deliver,
  }) => {
    const byId = eq(users.id, me.userId)
    for (let turn = 0; turn < 3; turn++) {
      await deliver('Shipped', 'On the way', 'Delivered')
    }

    const refused = await order(cash)
    expect(refused).toMatchObject({ status: 409, response: { code: 'not_allowed_now' } })
    expect(refused.response.msg).toMatch(
      /New accounts can place up to 3 Cash on Delivery orders a day.*Online Payment/,
    )
    expect((await order('prepaid')).status).toBe(200)

    const createdBefore = (ms: number) =>
      db
        .update(users)
        .set({ createdAt: clock.later(-ms) })
        .where(byId)
    await createdBefore(30 * dayMs - 1000)
    expect((await order(cash)).status).toBe(409)
    await createdBefore(30 * dayMs)
    expect((await order(cash)).status).toBe(200)

    await db.update(users).set({ createdAt: clock.now() }).where(byId)
    expect((await order(cash)).status).toBe(409)
    await db
      .update(orders)
      .set({ placedAt: clock.later(-dayMs) })
      .where(and(eq(orders.userId, me.userId), eq(orders.status, 'Delivered')))
    expect((await order(cash)).status).toBe(200)
  })

  test('counts a cancelled order towards the daily limit, because it reserved items that others wanted [safe.4]', async ({
    order,
    deliver,
  }) => {
    for (let turn = 0; turn < 3; turn++) await deliver('Cancelled')

    expect((await order(cash)).status).toBe(409)
  })

  test('refuses cash for a period after refused deliveries [safe.4]', async ({
    db,
    me,
    order,
    deliver,
  }) => {
    const numbers: string[] = []
    for (let turn = 0; turn < 2; turn++) {
      const number = await deliver('Shipped', 'On the way')
      await refuseOrderAtDoor(db, number)
      numbers.push(number)
    }
    const isFirst = eq(orders.orderNumber, numbers[0] ?? '')
    const refused = await order(cash)
    expect(refused.status).toBe(409)
    expect(refused.response.msg).toMatch(/refused.*at the door.*Online Payment/)

    const refusedBefore = (ms: number) =>
      db
        .update(orders)
        .set({ refusedAt: clock.later(-ms) })
        .where(isFirst)
    await refusedBefore(90 * dayMs - 60_000)
    expect((await order(cash)).status).toBe(409)
    await refusedBefore(90 * dayMs)
    expect((await order(cash)).status).toBe(200)

    await db.update(orders).set({ refusedAt: clock.now() }).where(isFirst)
    await db
      .update(users)
      .set({ createdAt: clock.later(-30 * dayMs) })
      .where(eq(users.id, me.userId))
    expect((await order(cash)).status).toBe(409)
    // Paid by link before the courier hands in the cash.
    await db.update(orders).set({ paymentStatus: 'paid' }).where(isFirst)
    expect((await order(cash)).status).toBe(200)
  })

  test('counts refused deliveries of a deleted account until they expire [safe.4] [law.1]', async ({
    db,
    me,
    deliver,
  }) => {
    const api = createTestApi(db, rateLimitedDeps())
    const start = clock.now()
    const orderAgain = async (phoneHash: string) => {
      const buyer = await createBuyer(db)
      await db.update(users).set({ phoneHash }).where(eq(users.id, buyer.userId))
      await addToCart(db, buyer.userId, { productId: await onSale(db) })
      const street = `${buyer.userId} Lane`
      await db.update(addresses).set({ street }).where(eq(addresses.userId, buyer.userId))
      const body = orderRequest(buyer, await readCart(api, buyer))
      const { status, response } = await placeOrder(api, buyer, { body })
      return { userId: buyer.userId, status, msg: (response as { msg?: string }).msg }
    }
    for (let turn = 0; turn < 2; turn++) {
      await refuseOrderAtDoor(db, await deliver('Shipped', 'On the way'))
    }

    await eraseUser(db, me.userId, { phoneHash: 'hash of my number' })

    const mine = await orderAgain('hash of my number')
    expect(mine).toMatchObject({ status: 409, msg: expect.stringMatching(/refused at the door/) })
    expect((await orderAgain('hash of another number')).status).toBe(200)
    await eraseUser(db, mine.userId)
    expect((await orderAgain('hash of my number')).status).toBe(409)
    setClock(() => new Date(start.getTime() + 91 * dayMs))
    expect((await orderAgain('hash of my number')).status).toBe(200)
  })

  test('counts refused deliveries of deleted accounts at their address until they expire, without storing it [safe.4] [law.1]', async ({
    db,
    me,
    order,
    readCashRefusal,
  }) => {
    const start = clock.now()
    const hashAddress = createAddressHasher(rateLimitedDeps().pepper)
    const eraseAfterRefusal = async () => {
      const neighbour = await orderOfNeighbour(db)
      await transitionOrder(db, { orderId: neighbour._id, to: 'Shipped', by: 'courier' })
      await refuseOrderAtDoor(db, neighbour.orderID)
      const [{ userId } = { userId: '' }] = await db
        .select({ userId: orders.userId })
        .from(orders)
        .where(eq(orders.id, neighbour._id))
      await eraseUser(db, userId, { hashAddress })
    }

    await eraseAfterRefusal()
    const afterOne = await readCashRefusal(me.addressId)
    setClock(() => new Date(start.getTime() + 5 * dayMs))
    await eraseAfterRefusal()
    const elsewhere = await saveAddress(db, me.userId, { street: '4 Palm Residency' })
    const otherSpelling = await saveAddress(db, me.userId, { street: ' 12, SCHEME-78 ' })

    expect(afterOne).not.toHaveProperty('cashRefusal')
    const blocked = /^Cash on Delivery isn’t available at this address/
    for (const id of [me.addressId, otherSpelling]) {
      expect((await readCashRefusal(id)).cashRefusal).toMatch(blocked)
    }
    expect(await readCashRefusal(elsewhere)).not.toHaveProperty('cashRefusal')
    expect((await order(cash)).status).toBe(409)
    const kept = await db.select().from(rateLimits)
    expect(JSON.stringify(kept)).not.toMatch(/scheme|4520/i)
    // The first refusal ends after 90 days, although the second one still counts.
    const [address] = await db.select().from(addresses).where(eq(addresses.id, me.addressId))
    const refusalOnDay = (day: number) => {
      setClock(() => new Date(start.getTime() + day * dayMs))
      return cashRefusal({ db, userId: me.userId } as CustomerContext, address!, {
        hashAddress,
        terms: usualTerms,
      })
    }
    expect(await refusalOnDay(89)).toMatch(blocked)
    expect(await refusalOnDay(91)).toBeUndefined()
  })

  test('blocks an address also for an order that is corrected to it, until it is paid online [board.6] [safe.4]', async ({
    db,
    order,
  }) => {
    const owner = staffCalls(
      createTestApi(db, rateLimitedDeps()),
      (await aPerson(db, 'owner')).token,
    )
    const { response } = await order(cash)
    const { _id, orderID: number } = (
      response.result as { order: { _id: string; orderID: string } }
    ).order
    const correction = (address: object, corrections = 0) =>
      owner('POST', `/orders/${number}/address`, {
        ...{ from: 'new', corrections },
        address: { label: 'home', city: 'Indore', postalCode: '452010', ...address },
      })
    for (let turn = 0; turn < 2; turn++) {
      const { _id: id } = await orderOfNeighbour(db)
      const [{ address } = { address: null }] = await db
        .select({ address: orders.address })
        .from(orders)
        .where(eq(orders.id, id))
      const street = '4 Palm Residency'
      await db
        .update(orders)
        .set({ address: { ...address!, street, house: '' } })
        .where(eq(orders.id, id))
    }
    // Its own address and others are open to it.
    expect((await correction({ street: '12 Scheme 78', house: 'Flat 2' })).status).toBe(200)

    const refused = await correction({ street: '4, Palm RESIDENCY' }, 1)

    expect(refused).toMatchObject({
      status: 409,
      body: {
        msg: 'Cash on Delivery isn’t available at this address right now. The customer can pay this order online first, or cancel it.',
      },
    })
    await db.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.id, _id))
    expect((await correction({ street: '4, Palm RESIDENCY' }, 1)).status).toBe(200)
  })

  test('lets only a shipped order be refused at the door, and only once [safe.4] [order.7]', async ({
    db,
    deliver,
  }) => {
    const number = await deliver()
    const done = await deliver('Shipped', 'On the way', 'Delivered')
    const refuse = (orderNumber: string) => refuseOrderAtDoor(db, orderNumber)

    await expect(refuse(number)).rejects.toThrow(`${number} is accepted, so it can’t be refused`)
    await expect(refuse(done)).rejects.toThrow(`${done} is delivered, so it can’t be refused`)
    await expect(refuse('PEH-NOBODY')).rejects.toThrow('This order does not exist')
    const [order] = await db.select().from(orders).where(eq(orders.orderNumber, number))
    await transitionOrder(db, { orderId: order?.id ?? '', to: 'Shipped', by: 'courier' })
    await refuse(number)
    await expect(refuse(number)).rejects.toThrow(`${number} is cancelled, so it can’t be refused`)
  })

  test('reports in advance why cash is refused, with the reason that the order would get [checkout.1] [safe.4]', async ({
    db,
    me,
    order,
    readCashRefusal,
  }) => {
    const open = await readCashRefusal(me.addressId)
    for (let turn = 0; turn < 2; turn++) await order(cash)

    const closed = await readCashRefusal(me.addressId)

    const { response } = await order(cash)
    expect(open).toMatchObject({ status: 200, result: { products: [] } })
    expect(open).not.toHaveProperty('cashRefusal')
    expect(closed.cashRefusal).toMatch(/^You already have 2 unpaid /)
    expect(response.msg).toBe(`${closed.cashRefusal} Please choose Online Payment.`)
    const neighbour = await createBuyer(db)
    const theirs = await readCashRefusal(neighbour.addressId)
    expect(theirs).toEqual(await readCashRefusal('no-such'))
    expect(theirs).toMatchObject({ status: 404, msg: 'We couldn’t find this address' })
  })

  test.for([
    ['open', []],
    ['refused', ['Shipped', 'On the way']],
  ] as const)(
    'blocks an address where anybody’s orders are %s, and no other address [checkout.1] [safe.4]',
    async ([how, moves], { db, me, order, readCashRefusal }) => {
      for (let turn = 0; turn < 2; turn++) {
        const { _id: orderId, orderID } = await orderOfNeighbour(db)
        for (const to of moves) await transitionOrder(db, { orderId, to, by: 'courier' })
        if (how === 'refused') await refuseOrderAtDoor(db, orderID)
      }
      expect((await order(cash)).status).toBe(409)
      const elsewhere = await saveAddress(db, me.userId, { street: '4 Palm Residency' })

      expect((await readCashRefusal(me.addressId)).cashRefusal).toMatch(
        /^Cash on Delivery isn’t available at this address/,
      )
      expect(await readCashRefusal(elsewhere)).not.toHaveProperty('cashRefusal')
    },
  )

  test('lets a customer who refused an order at the door delete their account [law.1]', async ({
    db,
    me,
    deliver,
  }) => {
    const number = await deliver('Shipped', 'On the way')
    await expect(eraseUser(db, me.userId)).rejects.toThrow('in progress')

    await refuseOrderAtDoor(db, number)

    await eraseUser(db, me.userId)
    expect(await db.$count(users, isNotNull(users.erasedAt))).toBe(1)
  })
})
