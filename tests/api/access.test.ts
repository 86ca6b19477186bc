import { describe, expect } from 'vitest'

import { type Call, calls } from '#contract/calls.ts'
import { fillPath } from '#contract/paths.ts'
import { storeAnswers } from '#server/app/storeAnswers.ts'
import { carts } from '#server/database/cartTables.ts'
import { orders } from '#server/database/orderTables.ts'
import { test } from '#tests/support/apiTest.ts'
import { aUser, withAddress } from '#tests/support/givens.ts'
import { as } from '#tests/support/requests.ts'
import { testOutside } from '#tests/support/testOutside.ts'

/** Every call that the store answers, by its name. */
const answered = Object.keys(storeAnswers(testOutside())).map(
  (name) => [name, calls[name as keyof typeof calls]] as const,
)
const protectedCalls = answered.filter(([, { access }]) => access === 'user')

const anywhere = {
  id: 'x',
  userId: 'x',
  productId: 'x',
  brandId: 'x',
  categoryId: 'x',
  subcategoryId: 'x',
}
const pathOf = (call: Call, parts: object = {}) =>
  `/api${fillPath(call.path, { ...anywhere, ...parts })}`
const bodyOf = (call: Call, body: object) => (call.method === 'GET' ? undefined : body)

describe.each(protectedCalls)('%s', (_, call) => {
  test('is for who is signed in only [api.3] [safe.2]', async ({ api }) => {
    for (const token of ['', 'made-up', 'x'.repeat(43)]) {
      const answer = await api.request(pathOf(call), as(token, call.method, bodyOf(call, {})))

      expect(answer.status).toBe(401)
      expect(await answer.json()).toEqual({
        success: false,
        code: 'signed_out',
        msg: 'Please log in',
      })
    }
  })

  test('is kept by nobody [pwa.4]', async ({ api, db }) => {
    const { token } = await aUser(db)

    const answer = await api.request(pathOf(call), as(token, call.method, bodyOf(call, {})))

    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })
})

/** Where a call names its user, and whether that is looked at before all else. */
const naming = protectedCalls.filter(
  ([name, { method, path }]) =>
    path.includes(':userId') ||
    (method !== 'GET' && /Cart|removeLine|Wishlist|placeOrder/.test(name)),
)

describe.each(naming)('%s', (_, call) => {
  test('is refused for another user, and changes nothing [api.4] [safe.2]', async ({ api, db }) => {
    const [asha, ravi] = [await aUser(db), await aUser(db)]
    const addressId = await withAddress(db, ravi.userId)
    const whole = {
      userId: ravi.userId,
      itemId: 'x',
      productId: 'x',
      size: 'M',
      productItemId: 'x',
      cartItemId: 'x',
      totalAmount: 1,
      paymentMethod: 'cash on delivery',
      cart_item_ids: [{ _id: 'x', purchaseType: 'Standard', size: 'M' }],
      ...(call.path === '/cart/checkout' ? { addressId } : {}),
    }

    const answer = await api.request(
      pathOf(call, { userId: ravi.userId }),
      as(asha.token, call.method, bodyOf(call, whole)),
    )

    expect(answer.status).toBe(403)
    expect((await answer.json()).code).toBe('forbidden')
    expect(await db.$count(carts)).toBe(0)
    expect(await db.$count(orders)).toBe(0)
  })
})
