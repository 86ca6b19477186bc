import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { orders } from '#server/database/schema/orders.ts'
import {
  createBuyer,
  orderRequest,
  readCart,
  placeOrder,
  type Sent,
  test,
} from '#tests/support/api/tests/checkoutTest.ts'
import * as given from '#tests/support/shopper/givens.ts'

test('a process that runs during a migration places orders [ops.2]', async ({
  db,
  me,
  kurta,
  place,
  viewCart,
}) => {
  await given.addToCart(db, me.userId, { productId: kurta })
  await db.execute(sql`alter table order_lines add column wrapped boolean not null default false`)

  const { status } = await place(orderRequest(me, await viewCart()))

  expect(status).toBe(200)
})

describe('the same order sent twice', () => {
  test('is one order with one response [checkout.8]', async ({
    db,
    me,
    kurta,
    place,
    viewCart,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta })
    const body = orderRequest(me, await viewCart())

    const first = await place(body, 'the-same-key')
    await given.addToCart(db, me.userId, { productId: kurta })
    const second = await place(body, 'the-same-key')

    expect(second).toEqual(first)
    expect(await db.$count(orders)).toBe(1)
    expect((await viewCart()).products).toHaveLength(1)
  })

  test('with another body is refused [checkout.8]', async ({ db, me, kurta, place, viewCart }) => {
    await given.addToCart(db, me.userId, { productId: kurta })
    const body = orderRequest(me, await viewCart())
    await place(body, 'the-same-key')

    const other = await place({ ...body, totalAmount: 1 }, 'the-same-key')

    expect(other).toMatchObject({ status: 422, response: { code: 'key_reused' } })
  })

  test('is placed by the retry if the first response could not be stored [checkout.8] [safe.1]', async ({
    db,
    me,
    kurta,
    place,
    viewCart,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta })
    const body = orderRequest(me, await viewCart())
    await db.execute(sql`create function refuse() returns trigger language plpgsql as
      $$begin raise 'canceling statement due to statement timeout' using errcode = '57014'; end$$`)
    await db.execute(sql`create trigger refuse before update on idempotency_keys
      for each row execute function refuse()`)

    const first = await place(body, 'an-unkept-key')
    await db.execute(sql`drop trigger refuse on idempotency_keys`)
    const counted = await db.$count(orders)
    const second = await place(body, 'an-unkept-key')

    expect([first.status, counted]).toEqual([503, 0])
    expect(second.status).toBe(200)
  })

  test('stores a refusal too [checkout.8]', async ({ db, me, kurta, place, viewCart }) => {
    await given.addToCart(db, me.userId, { productId: kurta })
    const body = { ...orderRequest(me, await viewCart()), totalAmount: 1 }

    const first = await place(body, 'a-refused-key')
    const second = await place(body, 'a-refused-key')

    expect(first.status).toBe(409)
    expect(second).toEqual(first)
  })

  test('is separate per customer: others can use the same key [checkout.8] [safe.2]', async ({
    api,
    db,
    me,
    kurta,
    place,
    viewCart,
  }) => {
    const ravi = await createBuyer(db)
    await given.addToCart(db, me.userId, { productId: kurta })
    await given.addToCart(db, ravi.userId, { productId: kurta })
    const mine = orderRequest(me, await viewCart())
    const key = 'a-key-of-two'

    const first = await place(mine, key)
    const stolen = await placeOrder(api, ravi, { body: mine, key })
    const own = await placeOrder(api, ravi, {
      body: orderRequest(ravi, await readCart(api, ravi)),
      key,
    })
    const again = await placeOrder(api, me, { body: mine, key })

    expect([first.status, stolen.status, own.status]).toEqual([200, 403, 200])
    expect(JSON.stringify(own.response)).not.toContain(orderIdOf(first))
    expect(again).toEqual(first)
    expect(await db.$count(orders)).toBe(2)
  })
})

const orderIdOf = ({ response }: Sent) => (response.result as { order: { _id: string } }).order._id
