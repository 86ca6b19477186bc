import { describe, expect } from 'vitest'

import { allCalls } from '#contract/api/allCalls.ts'
import type { Call } from '#contract/api/calls.ts'
import { fillPath } from '#contract/pages/paths.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { aPerson } from '#tests/support/api/tests/staffTest.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

const protectedCalls = Object.entries<Call>(allCalls).filter(
  ([, { access }]) => access !== 'public',
)

const anywhere = {
  id: 'x',
  userId: 'x',
  productId: 'x',
  brandId: 'x',
  categoryId: 'x',
  subcategoryId: 'x',
  ticket: 'x',
  number: 'x',
  deliveryId: 'x',
}
const pathOf = (call: Call) => `/api${fillPath(call.path, anywhere)}`
const bodyOf = (call: Call, body: object) => (call.method === 'GET' ? undefined : body)

describe.each(protectedCalls)('%s', (_, call) => {
  test('requires a login [api.3] [safe.2]', async ({ api }) => {
    for (const token of ['', 'made-up', 'x'.repeat(43)]) {
      const response = await api.request(
        pathOf(call),
        withToken(token, call.method, bodyOf(call, {})),
      )

      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({
        success: false,
        code: 'signed_out',
        msg: 'Please log in',
      })
    }
  })

  test('is not cached [pwa.4]', async ({ api, db }) => {
    const { token } = await (call.access === 'staff' ? aPerson(db, 'owner') : aUser(db))

    const response = await api.request(
      pathOf(call),
      withToken(token, call.method, bodyOf(call, {})),
    )

    expect(response.status).not.toBe(401)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    await response.body?.cancel()
  })
})
