import { describe } from 'vitest'
import fc from 'fast-check'

import { allCalls } from '#contract/api/allCalls.ts'
import type { Call } from '#contract/api/calls.ts'
import { type Buyer, createBuyer, test } from '#tests/support/api/tests/checkoutTest.ts'
import { isOnPostgres } from '#tests/support/database/freshDatabase.ts'
import { portionsOf, proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { fillPath } from '#contract/pages/paths.ts'
import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { fingerprintOf } from '#tests/support/pages/fingerprintOf.ts'
import { aPerson } from '#tests/support/api/tests/staffTest.ts'
import { addToCart, onSale } from '#tests/support/shopper/givens.ts'

/** Valid words of forms, and values that no form sends. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    'Try and Buy',
    '\u0000',
    '\ud800',
    "'; drop table users; --",
    '٣',
    '1e9',
    '-0',
  ),
  fc.integer(),
  fc.double(),
  fc.constantFrom(true, null, [], {}, [null], 2 ** 53, { toString: null }),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.object({ maxDepth: 1 }),
)

/** Values that are valid for some call. */
const validValues = {
  contactNumber: '6999999999',
  otp: '123456',
  signupToken: 'x'.repeat(43),
  firstName: 'Asha',
  lastName: 'Rao',
  gender: 'female',
  dateOfBirth: '1994-05-17',
  email: 'asha@mail.example',
  house: 'Flat 302',
  street: '12 Scheme 78',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  label: 'home',
  latitude: '22.75',
  longitude: '75.89',
  size: 'M',
  quantity: 1,
  purchaseType: 'Standard',
  trialSize: 'L',
  receiver: { name: 'Meera', contactNumber: '9876501234' },
  couponId: 'x',
  totalAmount: 999_00,
  paymentMethod: 'cash on delivery',
  checkout_items: [],
  orderItemIds: [],
  q: 'indore',
  lat: '22.75',
  lng: '75.89',
  search: 'kurta',
  sortOrder: 'asc',
  priceMin: '1',
  cursor: 'x',
  stars: 4,
  words: 'Soft and light',
  fit: 'true',
  kind: 'price',
  name: 'Asha Rao',
  text: 'The parcel was open',
  page: 'product',
  metrics: [{ name: 'LCP', value: 900 }],
  topics: ['orders'],
  hasQuietHours: true,
  offersPerWeek: 2,
  role: 'support',
  warehouseIds: ['indore'],
  isActive: true,
  validDays: 30,
  subject: 'order',
  move: 'startPacking',
  from: 'new',
  riderId: 'x',
  reason: 'Nobody opened',
  collectedPaise: 999_00,
  kept: [{ item: 1, size: 'M' }],
  subscription: { endpoint: 'https://push.example/x', keys: { p256dh: 'x', auth: 'x' } },
}
const optionalNames = [
  'addressId',
  'productId',
  'itemId',
  'productItemId',
  'cartItemId',
  'orderId',
  'cart_item_ids',
  'limit',
]
const names = [...Object.keys(validValues), ...optionalNames]

/** A valid request with some fields removed and a few replaced by wrong values. */
const invalidChanges = fc.record({
  missing: fc.subarray(names, { maxLength: 20 }),
  wrong: fc.dictionary(fc.constantFrom(...names), anyValue, { maxKeys: 3 }),
  id: fc.oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.constantFrom('%00', '%ff', 'a/b', '1'),
  ),
})

type Shop = { db: Database; api: Pick<App, 'request'>; me: Buyer }

/**
 * Sends a call `runs` wrong requests by one shopper. Every response must be a success or a refusal
 * with a message, and the data of another shopper must not change.
 */
async function sendInvalidRequests({ db, api, me }: Shop, call: Call, runs: number): Promise<void> {
  const { userId, addressId } = me
  const { token } = call.access === 'staff' ? await aPerson(db, 'owner') : me
  const productId = await onSale(db)
  const line = await addToCart(db, userId, { productId })
  const bystander = await createBuyer(db)
  await addToCart(db, bystander.userId, { productId })
  const before = await fingerprintOf(db, bystander.userId)
  const cartItems = [{ _id: line, purchaseType: 'Standard', size: 'M' }]
  const own = { userId, addressId, productId, itemId: line, productItemId: line, cartItemId: line }

  await fc.assert(
    fc.asyncProperty(invalidChanges, async ({ missing, wrong, id }) => {
      const body: Record<string, unknown> = {
        ...validValues,
        ...own,
        cart_item_ids: cartItems,
        ...wrong,
      }
      for (const name of missing) delete body[name]
      const query = new URLSearchParams(Object.entries(body).map(textOf))
      const parts = {
        id,
        userId,
        productId,
        brandId: id,
        categoryId: id,
        subcategoryId: id,
        number: id,
      }
      const request = withToken(token, call.method, call.method === 'GET' ? undefined : body)
      const response = await api.request(`/api${fillPath(call.path, parts)}?${query}`, request)

      // An event stream never ends, so only its beginning is read.
      if (response.headers.get('Content-Type')?.includes('event-stream')) {
        return response.body?.cancel()
      }

      const content = response.status === 204 ? { success: true } : await response.json()
      if (!isExpected({ status: response.status, body: content })) {
        throw new Error(
          `${call.path} responded with ${response.status}: ${JSON.stringify(content)}`,
        )
      }
    }),
    { numRuns: runs },
  )
  const after = await fingerprintOf(db, bystander.userId)
  if (after !== before) throw new Error(`${call.path} changed what another shopper has: ${after}`)
}

type ErrorResponse = { status: number; body: { success?: unknown; msg?: unknown; code?: unknown } }

/**
 * A success, or a refusal with a message; a temporarily unavailable call must have a message too.
 */
function isExpected({ status, body }: ErrorResponse): boolean {
  if (status === 200 || status === 204) return typeof body.success === 'boolean'
  const isOurs = status === 503 ? body.code === 'unavailable' : status < 500
  return isOurs && body.success === false && typeof body.msg === 'string' && body.msg !== ''
}

const textOf = ([name, value]: [string, unknown]): [string, string] => [
  name,
  typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
]

const runs = isOnPostgres ? proofScale.invalidRequests : 50

describe.each(Object.entries<Call>(allCalls))('%s', (_, call) => {
  test.for(portionsOf(runs, 500))(
    'refuses invalid requests with a message, never with a server error, and changes nobody else’s data [safe.2] [safe.3]',
    { timeout: proofTimeoutMs },
    async (portion, { api, db, me }) => {
      await sendInvalidRequests({ db, api, me }, call, portion)
    },
  )
})
