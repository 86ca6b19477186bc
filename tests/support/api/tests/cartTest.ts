import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { aUser, type Shopper } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

type CartResponse = {
  status: number
  response: { msg?: string; code?: string; result: { products: object[] } }
}

type CartFixture = {
  me: Shopper
  add: (body: object) => Promise<CartResponse>
  update: (body: object) => Promise<CartResponse>
  view: () => Promise<CartResponse>
}

/** A test by a shopper with an empty bag. */
export const test = apiTest.extend<CartFixture>({
  me: async ({ db }, use) => use(await aUser(db)),
  add: async ({ api, me: { userId, token } }, use) =>
    use(async (body) => {
      const request = withToken(token, 'POST', { userId, ...body })
      const response = await api.request('/api/cart/add', request)
      return { status: response.status, response: await response.json() }
    }),
  update: async ({ api, me: { userId, token } }, use) =>
    use(async (body) => {
      const request = withToken(token, 'PUT', { userId, ...body })
      const response = await api.request('/api/cart/update', request)
      return { status: response.status, response: await response.json() }
    }),
  view: async ({ api, me: { userId, token } }, use) =>
    use(async () => {
      const response = await api.request(`/api/cart/view/${userId}`, withToken(token))
      return { status: response.status, response: await response.json() }
    }),
})
