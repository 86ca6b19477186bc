import { eq, like } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { LoginResult } from '#contract/account/auth.ts'
import type { Database } from '#server/database/client/connect.ts'
import { complaints, rateLimits } from '#server/database/schema/operations.ts'
import { type addresses, users } from '#server/database/schema/users.ts'
import { countOtpsSent } from '#server/features/auth/otpLimits.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { metricsText } from '#server/platform/observability/metrics.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  createBuyer,
  orderRequest,
  readCart,
  placeOrder,
  test,
} from '#tests/support/api/tests/checkoutTest.ts'
import {
  aCoupon,
  aPhone,
  addToCart,
  indore,
  onSale,
  saveAddress,
} from '#tests/support/shopper/givens.ts'
import { rateLimitedDeps } from '#tests/support/api/tests/limitTest.ts'
import { call, otpOf, loginFrom } from '#tests/support/api/tests/loginTest.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

describe('a request for an OTP or a complaint', () => {
  test.for([
    ['a form with plain text', { 'Content-Type': 'text/plain' }, 400],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 400],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['the store itself', { 'Sec-Fetch-Site': 'same-origin' }, 200],
    ['an API client', { 'Content-Type': 'application/json; charset=utf-8' }, 200],
  ] as const)(
    'from %s gets the right status [safe.4]',
    async ([, headers, status], { api, db, deps }) => {
      const post = (path: string, body: object) => {
        const request = jsonRequest('POST', body)
        return api.request(path, { ...request, headers: { ...request.headers, ...headers } })
      }
      const contactNumber = aPhone()

      const login = await post('/api/user/login', { contactNumber })
      const complaint = { name: 'Asha', contactNumber, text: 'The parcel was open' }
      const complained = await post('/api/complaints', complaint)

      expect([login.status, complained.status]).toEqual([status, status])
      expect(deps.sent).toHaveLength(status === 200 ? 1 : 0)
      expect(await db.$count(complaints)).toBe(status === 200 ? 1 : 0)
    },
  )
})

describe('OTPs', () => {
  /** A /56 network ends with the first byte of the fourth group. */
  const from = (site: number, network: number) =>
    `2001:db8:7:${((site << 8) + network).toString(16)}::1`

  test('are limited per IPv6 /48 network, however many subnets it has [safe.4]', async ({ db }) => {
    const deps = rateLimitedDeps()
    const api = createTestApi(db, deps)
    const requestOtp = async (site: number, network: number) =>
      (await loginFrom(api, aPhone(), from(site, network))).status

    const statuses: number[] = []
    for (let n = 0; n < 31; n++) statuses.push(await requestOtp(1, n))
    const otherSite = await requestOtp(2, 1)
    // Counts OTP requests to 399 numbers from the whole /48 network.
    const ofNetworks = like(rateLimits.bucket, 'otp-network-numbers:%')
    await db.update(rateLimits).set({ count: 399 }).where(ofNetworks)
    const lastAllowed = await requestOtp(3, 1)
    const oneMore = await requestOtp(4, 1)

    expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
    expect([otherSite, lastAllowed, oneMore]).toEqual([200, 200, 429])
    expect(deps.sent).toHaveLength(32)
  })

  test('are sent to everybody behind the IPv4 address of a mobile network, and the metrics count it [login.2] [safe.4] [ops.3]', async ({
    db,
  }) => {
    const deps = rateLimitedDeps()
    const api = createTestApi(db, deps)
    const requestOtp = async () => (await loginFrom(api, aPhone(), '198.51.100.200')).status
    const [suspiciousBefore, refusedBefore] = [
      await counted('suspicious_addresses'),
      await counted('refused'),
    ]

    const statuses: number[] = []
    for (let n = 0; n < 60; n++) statuses.push(await requestOtp())
    const suspicious = (await counted('suspicious_addresses')) - suspiciousBefore
    // Counts OTP requests to 399 numbers.
    const ofAddress = like(rateLimits.bucket, 'otp-numbers:%')
    await db.update(rateLimits).set({ count: 399 }).where(ofAddress)
    const last = [await requestOtp(), await requestOtp()]

    expect(statuses).toEqual(Array<number>(60).fill(200))
    expect([suspicious, (await counted('suspicious_addresses')) - suspiciousBefore]).toEqual([1, 1])
    expect(last).toEqual([200, 429])
    expect((await counted('refused')) - refusedBefore).toBe(1)
    expect(deps.sent).toHaveLength(61)
  })

  /** The value of an OTP counter in `/metrics`. */
  async function counted(which: 'suspicious_addresses' | 'refused'): Promise<number> {
    const name = which === 'refused' ? 'refused_by_address' : which
    const text = await metricsText([])
    return Number(new RegExp(`^pehno_otp_${name}_total (\\d+)$`, 'm').exec(text)?.[1])
  }

  test('are limited strictly per address once half of the total is used [login.2] [safe.4]', async ({
    db,
  }) => {
    const deps = createTestDeps({ hasRateLimits: true, otpHourlyLimit: 1000 })
    const api = createTestApi(db, deps)
    const requestOtp = async (address: string) => (await loginFrom(api, aPhone(), address)).status
    const setCounts = (bucket: string, count: number) =>
      db.update(rateLimits).set({ count }).where(like(rateLimits.bucket, bucket))
    const network = '2001:db8:7::'
    expect([await requestOtp('198.51.100.1'), await requestOtp(`${network}1`)]).toEqual([200, 200])
    await setCounts('otp-address:%', 25)
    await setCounts('otp-network:%', 61)
    await setCounts('otp-all', 498)

    const beforeHalf = [await requestOtp(`${network}1`)]
    await setCounts('otp-address:%', 60)
    beforeHalf.push(await requestOtp('198.51.100.1'))
    const afterHalf = [await requestOtp('198.51.100.1'), await requestOtp('2001:db8:7:1::1')]
    const otherNetworks = [await requestOtp('198.51.100.2'), await requestOtp('2001:db8:8::1')]

    expect(beforeHalf).toEqual([200, 200])
    expect(afterHalf).toEqual([429, 429])
    expect(otherNetworks).toEqual([200, 200])
    expect(await countOtpsSent(db)).toBe(502)
  })

  test('are limited in total per hour, and a metric counts refusals [safe.4] [ops.3]', async ({
    db,
  }) => {
    const deps = createTestDeps({ hasRateLimits: true, otpHourlyLimit: 3 })
    const api = createTestApi(db, deps)
    const requestOtp = async (n: number) =>
      (await loginFrom(api, aPhone(), `198.51.100.${n}`)).status

    const statuses = [
      await requestOtp(1),
      await requestOtp(2),
      await requestOtp(3),
      await requestOtp(4),
    ]
    const sentAfterwards = await countOtpsSent(db)
    setClock(() => new Date(Date.now() + 61 * 60_000))

    expect(statuses).toEqual([200, 200, 200, 429])
    expect(sentAfterwards).toBe(3)
    expect(await countOtpsSent(db)).toBe(0)
    expect(await requestOtp(5)).toBe(200)
    expect(deps.sent).toHaveLength(4)
  })
})

describe('a coupon for the first order', () => {
  test('cannot be used again with the number of a deleted account [coupon.3] [law.1]', async ({
    api,
    db,
    me,
    kurta,
    deps,
  }) => {
    const first = await aCoupon(db, { isFirstOrderOnly: true })
    const each = await aCoupon(db, { maxUsesPerUser: 1 })
    const other = await aCoupon(db, { maxUsesPerUser: 1 })
    const [{ contactNumber } = {}] = await db.select().from(users).where(eq(users.id, me.userId))
    for (const { id: couponId } of [first, each]) {
      await addToCart(db, me.userId, { productId: kurta, couponId })
      const cart = await readCart(api, me)
      const refused = await placeOrder(api, me, {
        body: orderRequest(me, cart, { totalAmount: 1 }),
      })
      const { finalAmount } = (refused.response as unknown as Changed).summary
      const body = orderRequest(me, cart, { totalAmount: finalAmount })
      const { response } = await placeOrder(api, me, { body })
      const { _id: orderId } = (response.result as { order: { _id: string } }).order
      for (const to of ['Shipped', 'On the way', 'Delivered'] as const)
        await transitionOrder(db, { orderId, to, by: 'courier' })
    }
    await call(api, 'login', { contactNumber: contactNumber ?? '' })
    await api.request('/api/user', withToken(me.token, 'DELETE', { otp: otpOf(deps) }))

    const again = await signedUp()
    const lineId = await addToCart(db, again.user._id, { productId: kurta })
    const tried = [await tryIt(first.id), await tryIt(each.id), await tryIt(other.id)]

    expect(tried).toEqual([
      { success: false, msg: expect.stringContaining('already used this coupon') },
      { success: false, msg: expect.stringContaining('already used this coupon') },
      { success: true },
    ])
    const anyNew = await aCoupon(db, { isFirstOrderOnly: true })
    expect(await tryIt(anyNew.id)).toMatchObject({
      msg: 'This coupon is valid on your first order only',
    })

    async function signedUp(): Promise<LoginResult> {
      await call(api, 'login', { contactNumber: contactNumber ?? '' })
      const proof = { contactNumber: contactNumber ?? '', otp: otpOf(deps) }
      const { result } = await (await call(api, 'verify-otp', proof)).json()
      const about = { firstName: 'Asha', gender: 'female', dateOfBirth: '1994-05-17' }
      const signup = { ...about, contactNumber, signupToken: result.signupToken }
      return (await (await call(api, 'signup', signup)).json()).result
    }

    async function tryIt(couponId: string) {
      const body = { couponId, checkout_items: [{ _id: lineId }] }
      const response = await api.request(
        '/api/coupons/is-applicable',
        withToken(again.token, 'POST', body),
      )
      const { success, msg } = await response.json()
      return success ? { success } : { success, msg }
    }
  })
  type Changed = { summary: { finalAmount: number } }
})

describe('a cash on delivery order', () => {
  type Written = Partial<typeof addresses.$inferInsert>

  /**
   * A new customer orders to an address with this spelling; returns whether they may pay in cash.
   */
  async function orders(db: Database, written: Written = {}): Promise<number> {
    const api = createTestApi(db, rateLimitedDeps())
    const buyer = await createBuyer(db)
    const addressId = await saveAddress(db, buyer.userId, written)
    await addToCart(db, buyer.userId, { productId: await onSale(db) })
    const body = orderRequest({ ...buyer, addressId }, await readCart(api, buyer))
    return (await placeOrder(api, buyer, { body })).status
  }
  /** In Indore. */
  const metresPerDegree = { north: 111_200, east: 102_600 }
  const at = (metres: number, direction: 'north' | 'east') => {
    const degrees = metres / metresPerDegree[direction]
    const [latitude, longitude] = [Number(indore.latitude), Number(indore.longitude)]
    return direction === 'north'
      ? { latitude: latitude + degrees, longitude }
      : { latitude, longitude: longitude + degrees }
  }

  test.for([
    ['full-width letters', { street: '１２ Ｓｃｈｅｍｅ 78' }],
    ['invisible characters', { street: '1\u200B2 Sch\u00ADeme\u2060 78\uFEFF' }],
    ['letters of another script', { street: '12 Ѕсhеmе 78' }],
    ['digits of another script', { street: '१२ Scheme ७८' }],
    ['accents and an O for a zero', { street: '12 Schémé 78' }],
    ['the PIN code of the next district', { postalCode: '452001' }],
  ] as const)('counts for the same address written with %s [safe.4]', async ([, way], { db }) => {
    expect([await orders(db), await orders(db, way), await orders(db, way)]).toEqual([
      200, 200, 409,
    ])
  })

  test.for(['north', 'east'] as const)(
    'counts for its building, 48 m to the %s, however the address is written [safe.4]',
    async (direction, { db }) => {
      const statuses: number[] = []
      for (let n = 12; n >= 0; n--) {
        statuses.push(await orders(db, { street: `Tower ${n * 7}`, ...at(n * 4, direction) }))
      }
      const nextBuilding = await orders(db, { street: 'Tower 99', ...at(300, direction) })

      expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 409])
      expect(nextBuilding).toBe(200)
    },
  )
})
