import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { Order } from '#contract/orders/order.ts'
import type { BoardOrder, StaffOrder } from '#contract/staff/board.ts'
import type { Caller } from '#contract/staff/phoneOrders.ts'
import type { App } from '#server/app/api/createApp.ts'
import { cartLines } from '#server/database/schema/carts.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { orders } from '#server/database/schema/orders.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { addresses, consents, users } from '#server/database/schema/users.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { call, otpOf } from '#tests/support/api/tests/loginTest.ts'
import {
  type Buyer,
  createBuyer,
  orderRequest,
  placeOrder,
  readCart,
} from '#tests/support/api/tests/checkoutTest.ts'
import { test } from '#tests/support/api/tests/phoneOrderTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPerson, staffCalls } from '#tests/support/api/tests/staffTest.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'
import { aCoupon, addToCart, onSale, stockOf } from '#tests/support/shopper/givens.ts'

const noon = new Date('2026-11-27T12:00:00+05:30')
beforeEach(() => setClock(() => noon))
afterEach(() => setClock())

describe('an order on the phone that is paid on delivery', () => {
  test('is placed for somebody whom the store does not know, and shows who placed it [board.7]', async ({
    db,
    support,
    aRequest,
    place,
    phone,
    kurta,
  }) => {
    const { status, body } = await place(aRequest())

    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      ...{ totalPaise: 999_00, heldUntil: null, promisedBy: '2026-11-27T07:30:00.000Z' },
    })
    const { number } = body.result
    expect(await stockOf(db, kurta)).toMatchObject({ M: 4 })
    const board = await support<{ data: BoardOrder[] }>('GET', '/orders')
    expect(board.body.result.data.find((row) => row.number === number)).toMatchObject({
      ...{ customer: 'Kavita Joshi', duePaise: 999_00, state: 'new', area: 'Scheme 54 452010' },
    })
    const page = await support<StaffOrder>('GET', `/orders/${number}`)
    expect(page.body.result.timeline).toMatchObject([
      { text: 'Accepted', by: 'Sneha Tiwari', role: 'support' },
    ])
    const [entry] = await db.select().from(staffHistory).where(eq(staffHistory.name, number))
    expect(entry).toMatchObject({
      ...{ by: 'Sneha Tiwari', action: 'placed the order for the customer' },
      after: { payment: 'cash', totalPaise: 999_00, newCustomer: true },
    })
    // The customer has the link to the order; the text message names nobody and no amount.
    const sms = await db.select().from(jobs).where(eq(jobs.kind, 'sms'))
    expect(sms.map(({ payload }) => payload)).toEqual([
      {
        to: phone,
        text: 'We’ve placed your order. It arrives by 1:00 pm. Track it here:',
        path: expect.stringMatching(/^\/order-tracking\?id=/),
      },
    ])
  })

  test('belongs to the account that the customer completes when they first log in [board.7] [login.2]', async ({
    db,
    api,
    deps,
    aRequest,
    place,
    phone,
  }) => {
    const { number } = (await place(aRequest())).body.result
    const [opened] = await db.select().from(users).where(eq(users.contactNumber, phone))
    expect(opened).toMatchObject({ firstName: 'Kavita', awaitsSignup: true })

    const login = await (await call(api, 'login', { contactNumber: phone })).json()
    expect(login.result.isNewUser).toBe(true)
    const verified = await call(api, 'verify-otp', { contactNumber: phone, otp: otpOf(deps) })
    const { signupToken } = (await verified.json()).result
    const signup = await call(api, 'signup', {
      ...{ firstName: 'Kavita', lastName: 'Joshi', gender: 'female', dateOfBirth: '1990-01-01' },
      ...{ contactNumber: phone, signupToken },
    })
    const { result } = await signup.json()

    expect(result.user._id).toBe(opened?.id)
    expect(await db.$count(consents, eq(consents.userId, opened?.id ?? ''))).toBe(1)
    const listed = await api.request('/api/orders/view', withToken(result.token))
    const { data } = ((await listed.json()) as { result: { data: Order[] } }).result
    expect(data).toMatchObject([{ orderID: number, addressId: { street: '12, Scheme 54' } }])
    // From then on the number logs in.
    await call(api, 'login', { contactNumber: phone })
    const again = await call(api, 'verify-otp', { contactNumber: phone, otp: otpOf(deps) })
    expect((await again.json()).result.user._id).toBe(opened?.id)
  })

  test('is placed once, however often the button is pressed [board.7]', async ({
    db,
    aRequest,
    place,
    kurta,
    orderOf,
  }) => {
    const request = aRequest({ totalPaise: 999_00 })
    const answers = []
    for (const key of ['one-press', 'one-press', 'one-press'])
      answers.push(await place(request, key))

    const [first, ...others] = answers
    expect(first?.status).toBe(200)
    for (const other of others) expect(other).toEqual(first)
    const { userId } = await orderOf(first?.body.result.number ?? '')
    expect(await db.$count(orders, eq(orders.userId, userId))).toBe(1)
    expect(await stockOf(db, kurta)).toMatchObject({ M: 4 })
  })

  test('of a known customer goes to a saved address and leaves their bag alone [board.7]', async ({
    db,
    aRequest,
    place,
    support,
    kurta,
  }) => {
    const { userId, addressId } = await createBuyer(db)
    await addToCart(db, userId, { productId: kurta, quantity: 2 })
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    const contactNumber = user?.contactNumber ?? ''
    const found = await support<{ customer: Caller }>(
      'GET',
      `/phone-orders/caller?contactNumber=${contactNumber}`,
    )
    expect(found.body.result.customer).toMatchObject({
      ...{ id: userId, name: 'Asha Rao', orderCount: 0, addresses: [{ _id: addressId }] },
    })

    const customer = { contactNumber, firstName: undefined, lastName: undefined }
    const answer = await place(aRequest({ customer, addressId, address: undefined }))

    expect(answer.status).toBe(200)
    const [order] = await db.select().from(orders).where(eq(orders.userId, userId))
    expect(order).toMatchObject({ addressId, channel: 'phone', paymentStatus: 'Pending' })
    expect(await db.$count(addresses, eq(addresses.userId, userId))).toBe(1)
    const [line] = await db.select().from(cartLines).where(eq(cartLines.userId, userId))
    expect(line).toMatchObject({ productId: kurta, quantity: 2 })
    const nobody = await support('GET', '/phone-orders/caller?contactNumber=6000000001')
    expect(nobody.body.result).toEqual({ customer: null })
  })

  const refusals: [what: string, changes: object, status: number, msg: RegExp][] = [
    ['at another total', { totalPaise: 998_00 }, 409, /The total has changed/],
    [
      'of more than there is',
      { items: [{ productId: '', size: 'M', quantity: 6 }], totalPaise: 6 * 999_00 },
      ...([409, /Only 5 left/] as const),
    ],
    [
      'to where nobody delivers',
      { address: { label: 'home', street: '5 Main Road', city: 'Mumbai', postalCode: '400020' } },
      ...([409, /Delivery is not available/] as const),
    ],
    ['to no address', { address: undefined }, 400, /Choose a saved address/],
    [
      'for a new number without a name',
      { customer: { contactNumber: '6000000002' } },
      ...([400, /Enter the customer’s name/] as const),
    ],
    ['without items', { items: [], totalPaise: 0 }, 400, /check what you entered/],
    ['with a coupon that nobody has', { coupon: 'NONE' }, 409, /Coupon not applicable/],
  ]
  for (const [what, changes, status, msg] of refusals) {
    test(`${what} is refused, and nothing is left of it [board.7]`, async ({
      db,
      aRequest,
      place,
      kurta,
    }) => {
      const { items, ...rest } = aRequest(changes)
      const real = items.map((item) => ({ ...item, productId: item.productId || kurta }))

      const answer = await place({ totalPaise: 999_00, ...rest, items: real })

      expect(answer).toMatchObject({ status, body: { msg: expect.stringMatching(msg) } })
      for (const table of [orders, users, addresses, staffHistory, jobs])
        expect(await db.$count(table)).toBe(0)
      expect(await stockOf(db, kurta)).toMatchObject({ M: 5 })
    })
  }

  test('has the limits of a shopper: the third open order is refused, and a link is offered [board.7] [cash.1]', async ({
    db,
    aRequest,
    kurta,
    quote,
  }) => {
    const { userId, addressId } = await createBuyer(db)
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    const customer = { contactNumber: user?.contactNumber ?? '' }
    const limited = createTestApi(db, createTestDeps({ hasRateLimits: true }))
    const { token } = await aPerson(db, 'support')
    const send = async (paymentMethod: string) => {
      const body = { ...aRequest(), customer, addressId, address: undefined, paymentMethod }
      const request = withToken(token, 'POST', { ...body, totalPaise: 999_00 })
      const headers = { ...request.headers, 'Idempotency-Key': crypto.randomUUID() }
      return limited.request('/api/staff/phone-orders', { ...request, headers })
    }
    expect((await send('cash')).status).toBe(200)
    expect((await send('cash')).status).toBe(200)
    const items = [{ productId: kurta, size: 'M', quantity: 1 }]
    const search = new URLSearchParams({
      ...{ items: JSON.stringify(items), warehouse: 'indore', customerId: userId, addressId },
    })
    const quoted = await staffCalls(limited, token)('GET', `/phone-orders/quote?${search}`)
    expect(quoted.body.result).toMatchObject({
      cashRefusal: 'The customer already has 2 unpaid Cash on Delivery orders',
    })

    const third = await send('cash')

    expect(await third.json()).toMatchObject({
      msg: 'The customer already has 2 unpaid Cash on Delivery orders. Send a link to pay instead.',
    })
    expect((await send('link')).status).not.toBe(409)
    expect((await quote(items)).body.result.cashRefusal).toBeNull()
  })

  test('is for the warehouses of who takes it, and for roles that take orders [board.7] [staff.3]', async ({
    api,
    db,
    aRequest,
  }) => {
    const send = async (token: string) => {
      const request = withToken(token, 'POST', aRequest({ totalPaise: 999_00 }))
      const headers = { ...request.headers, 'Idempotency-Key': crypto.randomUUID() }
      return (await api.request('/api/staff/phone-orders', { ...request, headers })).json()
    }
    const { token } = await aPerson(db, 'support', { warehouseIds: ['pune'] })
    expect(await send(token)).toMatchObject({
      msg: 'Indore delivers there, and you don’t work for it',
    })
    expect(await send((await aPerson(db, 'packer')).token)).toMatchObject({ code: 'forbidden' })
  })
})

describe('the price of an order on the phone', () => {
  test('is that of the same bag in the shop, with coupon and charges [board.7]', async ({
    db,
    api,
    aRequest,
    place,
    orderOf,
    quote,
  }) => {
    await saveInitialStoreFacts(db, demoFacts)
    const { name: coupon, id: couponId } = await aCoupon(db, {
      ...{ discountType: 'percentage', basisPoints: 1237, amountPaise: null },
      ...{ discountUpToPaise: 777_00, maxUsesPerUser: null },
    })
    let random = 7
    const next = (most: number) => {
      random = (random * 16_807) % 2_147_483_647
      return 1 + (random % most)
    }
    for (let round = 0; round < 8; round++) {
      const items = []
      for (let line = 0; line < next(4); line++) {
        const pricePaise = 100_00 + next(900_000)
        const mrpPaise = pricePaise + next(100_000)
        const productId = await onSale(db, { pricePaise, mrpPaise, stock: { M: 50 } })
        items.push({ productId, size: 'M', quantity: next(8) })
      }
      const withCoupon = round % 2 === 0
      const buyer = await createBuyer(db)
      for (const item of items)
        await addToCart(db, buyer.userId, { ...item, ...(withCoupon && { couponId }) })
      const quoted = await quote(items, withCoupon ? { coupon } : {})
      const totalAmount = quoted.body.result.totalPaise
      const bag = await startPaymentAt(api, buyer, totalAmount)
      expect(bag.status, JSON.stringify(bag.response)).toBe(200)
      const [shop] = await db
        .select()
        .from(orders)
        .where(and(eq(orders.userId, buyer.userId), eq(orders.channel, 'shop')))

      const { number } = (
        await place(
          aRequest({
            ...{ items, paymentMethod: 'link' },
            coupon: withCoupon ? coupon : undefined,
          }),
        )
      ).body.result

      const phone = await orderOf(number)
      const amountsOf = (order: typeof phone | undefined) => [
        ...[order?.mrpTotalPaise, order?.basePaise, order?.couponPaise, order?.shippingPaise],
        order?.totalPaise,
      ]
      expect(amountsOf(phone)).toEqual(amountsOf(shop))
    }
  })
})

/** Orders the bag in the shop at this total; another one is refused. */
async function startPaymentAt(api: App, buyer: Buyer, totalAmount: number) {
  const cart = await readCart(api, buyer)
  return placeOrder(api, buyer, {
    body: orderRequest(buyer, cart, { totalAmount, paymentMethod: 'prepaid' }),
  })
}
