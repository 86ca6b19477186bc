import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { Coupon } from '#contract/cart/cart.ts'
import { carts, type coupons } from '#server/database/schema/carts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { test as checkoutTest } from '#tests/support/api/tests/checkoutTest.ts'
import * as given from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

type Coupons = {
  apply: (couponId: string, lineIds?: string[]) => Promise<{ status: number; response: object }>
  offers: () => Promise<Coupon[]>
  /** The codes of the offered coupons. */
  offered: () => Promise<string[]>
}

const test = checkoutTest.extend<Coupons>({
  apply: async ({ api, me }, use) =>
    use(async (couponId, lineIds = []) => {
      const checkout_items = lineIds.map((_id) => ({ _id }))
      const request = withToken(me.token, 'POST', { couponId, checkout_items })
      const response = await api.request('/api/coupons/is-applicable', request)
      return { status: response.status, response: await response.json() }
    }),
  offers: async ({ api, me }, use) =>
    use(async () => {
      const response = await api.request('/api/coupons/get-user-coupons', withToken(me.token))
      return ((await response.json()) as { result: { data: Coupon[] } }).result.data
    }),
  offered: async ({ offers }, use) => use(async () => (await offers()).map(({ name }) => name)),
})

const tenPercentOff = {
  discountType: 'percentage',
  amountPaise: null,
  basisPoints: 1000,
  discountUpToPaise: 150_00,
} as const

const oneHundred = { discountType: 'flat', couponAmount: 100, discountUpTo: null }

/** In a bag of ₹1,998. */
async function twoKurtas(db: Database, userId: string, productId: string) {
  return given.addToCart(db, userId, { productId, quantity: 2 })
}

describe('POST /coupons/is-applicable', () => {
  test('returns the discount of a coupon by id, or by code in any case [coupon.1] [coupon.3]', async ({
    db,
    me,
    kurta,
    apply,
  }) => {
    const lineId = await twoKurtas(db, me.userId, kurta)
    const { id, name } = await given.aCoupon(db, { headline: '₹100 off' })

    const byCode = await apply(` ${name.toLowerCase()} `, [lineId])
    const byId = await apply(id, [lineId])

    expect(byCode).toEqual({
      status: 200,
      response: {
        success: true,
        msg: 'Coupon applied successfully!',
        result: {
          data: {
            appliedCoupon: {
              _id: id,
              name,
              headline: '₹100 off',
              tagline: null,
              minimumPurchase: 0,
              ...oneHundred,
            },
            ...oneHundred,
            baseAmount: 1998,
            discountedAmount: 1898,
          },
        },
      },
    })
    expect(byId).toEqual(byCode)
  })

  test('subtracts a percentage up to its limit [coupon.3]', async ({ db, me, kurta, apply }) => {
    await twoKurtas(db, me.userId, kurta)
    const { name } = await given.aCoupon(db, tenPercentOff)

    expect((await apply(name)).response).toMatchObject({
      result: { data: { couponAmount: 10, discountUpTo: 150, discountedAmount: 1848 } },
    })
  })

  test.for<[string, Partial<typeof coupons.$inferInsert>]>([
    ['Minimum purchase amount not met', { minimumPurchasePaise: 1998_01 }],
    ['This coupon has expired', { endsAt: new Date('2020-01-01') }],
    ['Coupon not applicable', { startsAt: new Date('2120-01-01') }],
    ['This coupon is no longer available', { maxUses: 1, used: 1 }],
  ])('refuses with 200 and "%s" [coupon.3]', async ([msg, changes], { db, me, kurta, apply }) => {
    await twoKurtas(db, me.userId, kurta)
    const { name } = await given.aCoupon(db, changes)

    expect(await apply(name)).toEqual({ status: 200, response: { success: false, msg } })
  })

  test('applies a Try & Buy coupon to bags with a trial charge only, in the drawer and at checkout [coupon.3] [bag.7]', async ({
    db,
    me,
    kurta,
    place,
    apply,
    offers,
  }) => {
    const { name: forAny } = await given.aCoupon(db)
    const { id: couponId, name } = await given.aCoupon(db, { purchaseType: 'Try and Buy' })
    await given.addToCart(db, me.userId, { productId: kurta, trialSize: 'L' })
    const tried = await apply(name)
    await db
      .update(carts)
      .set({ purchaseType: 'Standard', couponId })
      .where(eq(carts.userId, me.userId))

    const standard = await apply(name)
    const placed = await place({ totalAmount: 899_00 })

    expect(tried.response).toMatchObject({
      result: { data: { appliedCoupon: { purchaseType: 'Try and Buy' } } },
    })
    const msg = 'This coupon is for Try & Buy orders'
    expect(standard.response).toEqual({ success: false, msg })
    expect(placed).toMatchObject({ status: 409, response: { code: 'coupon_not_applicable', msg } })
    const kinds = (await offers()).map((offer) => [offer.name, offer.purchaseType])
    expect(Object.fromEntries(kinds)).toEqual({ [forAny]: undefined, [name]: 'Try and Buy' })
  })

  test('refuses a first-order coupon after the first order [coupon.3]', async ({
    db,
    me,
    kurta,
    place,
    apply,
  }) => {
    const { name } = await given.aCoupon(db, { isFirstOrderOnly: true })
    await twoKurtas(db, me.userId, kurta)
    const before = await apply(name)
    await place()

    expect(before.response).toMatchObject({ success: true })
    expect((await apply(name)).response).toEqual({
      success: false,
      msg: 'This coupon is valid on your first order only',
    })
  })

  test("refuses to look at another user's bag [safe.2]", async ({ db, me, kurta, apply }) => {
    const ravi = await given.aUser(db)
    const theirs = await given.addToCart(db, ravi.userId, { productId: kurta })
    await twoKurtas(db, me.userId, kurta)
    const { name } = await given.aCoupon(db)

    expect(await apply(name, [theirs])).toMatchObject({
      status: 400,
      response: { msg: 'Your bag has changed. Please refresh the page.' },
    })
  })

  test('counts all lines of the bag [coupon.3] [bag.9]', async ({ db, me, kurta, apply }) => {
    const lineIds = [
      await given.addToCart(db, me.userId, { productId: kurta, size: 'S' }),
      await given.addToCart(db, me.userId, { productId: kurta, size: 'M' }),
    ]
    const { name } = await given.aCoupon(db, { minimumPurchasePaise: 1998_00 })

    expect((await apply(name, lineIds)).response).toMatchObject({
      result: { data: { baseAmount: 1998, discountedAmount: 1898 } },
    })
  })

  test('gives no discount on a bag that was always empty [coupon.3]', async ({ db, apply }) => {
    const { name } = await given.aCoupon(db)

    expect((await apply(name)).response).toMatchObject({
      success: true,
      result: { data: { baseAmount: 0, discountedAmount: 0 } },
    })
  })

  test('limits a customer who tries many codes, and nobody else [safe.4]', async ({ db, me }) => {
    const api = createTestApi(db, createTestDeps({ hasRateLimits: true }))
    const guess = async ({ token } = me as given.Shopper) => {
      const request = withToken(token, 'POST', { couponId: 'GUESS', checkout_items: [] })
      const response = await api.request('/api/coupons/is-applicable', request)
      return { status: response.status, response: await response.json() }
    }
    for (let time = 0; time < 10; time++) expect((await guess()).status).toBe(200)

    expect(await guess()).toMatchObject({
      status: 429,
      response: { msg: 'You’ve tried too many coupon codes. Please try again later.' },
    })
    expect((await guess(await given.aUser(db))).status).toBe(200)
  })
})

test('only coupons that a customer can use are offered [coupon.1]', async ({
  db,
  me,
  kurta,
  place,
  offered,
}) => {
  const open = await given.aCoupon(db, { minimumPurchasePaise: 99_999_00 })
  const used = await given.aCoupon(db)
  await given.aCoupon(db, { isListed: false })
  await given.aCoupon(db, { endsAt: clock.now() })
  await given.addToCart(db, me.userId, { productId: kurta, couponId: used.id })
  const before = await offered()
  await place({ totalAmount: 899_00 })

  expect(before).toEqual([used.name, open.name])
  expect(await offered()).toEqual([open.name])
})

test('everybody sees the listed coupons that are valid and not used up, with their terms [coupon.1]', async ({
  db,
  api,
}) => {
  const tenth = await given.aCoupon(db, { ...tenPercentOff, minimumPurchasePaise: 999_00 })
  const first = await given.aCoupon(db, { isFirstOrderOnly: true })
  await given.aCoupon(db, { isListed: false })
  await given.aCoupon(db, { endsAt: clock.now() })
  await given.aCoupon(db, { maxUses: 1, used: 1 })

  const response = await api.request('/api/coupons')

  expect(await response.json()).toMatchObject({
    result: {
      data: [
        { name: first.name, discountType: 'flat', couponAmount: 100, discountUpTo: null },
        { name: tenth.name, discountType: 'percentage', couponAmount: 10, discountUpTo: 150 },
      ],
    },
  })
})
