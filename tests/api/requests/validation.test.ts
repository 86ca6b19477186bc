import { describe, expect } from 'vitest'

import { allCalls, allSchemas, type AnyCallName } from '#contract/api/allCalls.ts'
import type { Call } from '#contract/api/calls.ts'
import { fillPath } from '#contract/pages/paths.ts'
import type { CallSchemas } from '#contract/api/fields.ts'
import { aPerson } from '#tests/support/api/tests/staffTest.ts'
import { test } from '#tests/support/api/tests/checkoutTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

type Refused = { msg?: string; fields?: Record<string, string> }

/** Technical words that a validation message must not contain. */
const technical = /Invalid|Expected|received|schema|regex|undefined|null|Object|Array|^$/

const withInput = (Object.keys(allCalls) as AnyCallName[]).filter((name) => {
  const { body, query }: CallSchemas = allSchemas[name]
  return body || query
})

describe('invalid input', () => {
  test('is reported per field in plain words [safe.3] [api.4]', async ({ api, db, me }) => {
    const invalidBodies = [
      {},
      { items: 7 },
      namesOf({}),
      namesOf(['x']),
      namesOf('x'.repeat(5000)),
      [],
      'x',
    ]
    const { token: staffToken } = await aPerson(db, 'owner')
    const messages: string[] = []
    let refusals = 0
    for (const name of withInput) {
      const { method, path, access }: Call = allCalls[name]
      const token = access === 'staff' ? staffToken : me.token
      const filled = fillPath(path, { id: 'x', productId: 'x', userId: me.userId, number: 'x' })
      for (const invalidBody of invalidBodies) {
        const isRead = method === 'GET'
        const query = isRead ? `?${new URLSearchParams(invalidBody as Record<string, string>)}` : ''
        const request = withToken(token, method, isRead ? undefined : invalidBody)
        const response = await api.request(`/api${filled}${query}`, request)
        expect(response.status, name).not.toBe(401)
        if (response.status !== 400) continue
        refusals += 1
        const { msg = '', fields = {} } = (await response.json()) as Refused
        for (const text of [msg, ...Object.values(fields)]) {
          if (technical.test(text)) messages.push(`${name}: ${text}`)
        }
      }
    }

    expect(messages).toEqual([])
    expect(refusals).toBeGreaterThan(withInput.length)
  })

  test('in a return allows five photos [order.5]', async ({ api, me }) => {
    const send = async (count: number) => {
      const returnPhotos = Array.from({ length: count }, (_, at) => `/photos/returns/${at}`)
      const returnData = [{ orderItemId: 'x', returnReason: 'Other', returnPhotos }]
      const body = { orderId: 'x', returnData, action: 'returnProduct' }
      return api.request('/api/orders/return', withToken(me.token, 'PATCH', body))
    }

    const refused = await send(6)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      fields: { 'returnData.0.returnPhotos': 'Add up to 5 photos' },
    })
    expect((await send(5)).status).toBe(404)
  })

  test.for([
    [{ itemId: 'x', quantity: 'two' }, { quantity: 'Choose a quantity from 1 to 8' }],
    [{ itemId: 'x', size: 7 }, { size: 'Select a size' }],
    [{ itemId: 'x', purchaseType: ['Standard'] }, { purchaseType: 'Choose Standard or Try & Buy' }],
    [{ itemId: 7 }, { itemId: 'Choose an item in your bag' }],
    [{ quantity: 2 }, { itemId: 'Choose an item in your bag' }],
    [{ addressId: { _id: 'x' } }, { addressId: 'Choose a delivery address' }],
    [{ addressId: 'x', couponId: 7 }, { couponId: 'Enter a coupon code' }],
    [
      { addressId: 'x', receiver: 'Meera' },
      { receiver: 'Enter the receiver’s name and mobile number' },
    ],
  ])(
    'in a change of the bag names the field: %j [api.4]',
    async ([change, fields], { api, me }) => {
      const body = { userId: me.userId, ...change }

      const response = await api.request('/api/cart/update', withToken(me.token, 'PUT', body))

      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ msg: 'Please check what you entered', fields })
    },
  )

  test('in an address says what to enter [addr.1]', async ({ api, me }) => {
    const address = { street: ' ', city: 'I'.repeat(81), postalCode: '12', label: 'home' }

    const response = await api.request('/api/address/add', withToken(me.token, 'POST', address))

    expect(await response.json()).toMatchObject({
      fields: {
        street: 'Enter your house number and street',
        city: 'Use 80 characters or fewer',
        postalCode: 'Enter a 6-digit PIN code',
      },
    })
  })
})

/** Every form field with the same value. */
function namesOf(value: unknown): Record<string, unknown> {
  const names = `contactNumber otp firstName lastName email dateOfBirth gender name text street city
    state postalCode label latitude longitude lat lng quantity size trialSize purchaseType addressId
    paymentMethod couponId receiver stars words fit returnData exchangeReason orderItemIds search q
    priceMin priceMax topics kind subscription cart_item_ids checkout_items totalAmount productId
    itemId orderId page metrics signupToken limit sortBy sortOrder cursor role warehouseIds isActive
    validDays subject move from riderId reason collectedPaise kept`
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, value]))
}
