import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { withToken, jsonRequest } from '#tests/support/api/requests.ts'
import { startStore } from '#tests/support/server/startStore.ts'
import { createOwnDatabase } from '#tests/support/shopper/ownDatabase.ts'

const asha = {
  contactNumber: '6123456789',
  firstName: 'Ashalata',
  lastName: 'Raghunathan',
  gender: 'female',
  dateOfBirth: '1994-05-17',
}
const home = {
  label: 'home',
  street: '12 Ambedkar Marg',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  latitude: '22.7533',
  longitude: '75.8937',
}
const email = 'ashalata@mail.example'

test('after a purchase the logs contain no personal data, even at the lowest level [ops.3] [safe.5]', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'pehno-logs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const path = join(folder, 'logs')
  const file = openSync(path, 'w')
  const { settings, drop } = await createOwnDatabase({ hasDemo: true })
  const traced = { ...settings, DATA_DIR: folder, LOG_LEVEL: 'trace', COURIER_STEP_SECONDS: '1' }
  const store = await startStore(traced, file)
  const secrets = await shop(store.origin)
  await store.stop()
  await drop()
  closeSync(file)

  const logs = readFileSync(path, 'utf8')

  expect(logs).toContain('/api/cart/checkout')
  const { contactNumber, firstName, lastName, dateOfBirth } = asha
  const personal = [contactNumber, firstName, lastName, dateOfBirth, home.street, home.latitude]
  for (const text of [...personal, email, ...secrets]) expect(logs).not.toContain(text)
}, 120_000)

/** Signs up, orders and makes errors. Returns the secrets that occurred on the way. */
async function shop(origin: string): Promise<string[]> {
  const sendRequest = async (path: string, request: RequestInit = {}) => {
    const response = await fetch(`${origin}/api/${path}`, request)
    return (await response.json()) as { result: never; address: { _id: string } }
  }
  const { contactNumber } = asha
  await sendRequest('user/login', jsonRequest('POST', { contactNumber }))
  const inbox = await fetch(`${origin}/dev/inbox?phone=${contactNumber}`)
  const [{ otp }] = (await inbox.json()) as [{ otp: string }]
  const verify = (code: string) => jsonRequest('POST', { contactNumber, otp: code })
  await sendRequest('user/verify-otp', verify(otp === '111111' ? '222222' : '111111'))
  const { result: proven } = await sendRequest('user/verify-otp', verify(otp))
  const { signupToken } = proven as { signupToken: string }
  const { result } = await sendRequest('user/signup', jsonRequest('POST', { ...asha, signupToken }))
  const { token, user } = result as { token: string; user: { _id: string } }
  const mine = (method: string, body: object) =>
    withToken(token, method, { userId: user._id, ...body })

  await sendRequest('user/profile', mine('PUT', { ...asha, email }))
  const { address } = await sendRequest('address/add', mine('POST', home))
  const { data } = (await sendRequest('products/list?inStock=true&limit=1')).result as {
    data: { _id: string; discountedPrice: number; stock: Record<string, number> }[]
  }
  const [product] = data
  const size = Object.entries(product?.stock ?? {}).find(([, left]) => left > 0)?.[0]
  const added = await sendRequest('cart/add', mine('POST', { productId: product?._id, size }))
  const [line] = (added.result as { products: { _id: string }[] }).products
  await sendRequest('cart/update', mine('PUT', { addressId: address._id }))
  const order = mine('POST', {
    addressId: address._id,
    totalAmount: Math.round((product?.discountedPrice ?? 0) * 100),
    paymentMethod: 'cash on delivery',
    cart_item_ids: [{ _id: line?._id, purchaseType: 'Standard', size }],
    receiver: { name: asha.lastName, contactNumber },
  })
  await sendRequest('cart/checkout', {
    ...order,
    headers: { ...order.headers, 'Idempotency-Key': 'the-only-order' },
  })
  await sendRequest('orders/view', withToken(token))
  await sendRequest('user/export', withToken(token))
  await sendRequest(`products/elastic-search?search=${encodeURIComponent(email)}`)
  await sendRequest(`warehouse/check-delivery?lat=${home.latitude}&lng=${home.longitude}`)
  await sendRequest('address/add', { ...mine('POST', {}), body: `{"street":"${home.street}",` })
  await sendRequest(`cart/view/${contactNumber}`, withToken(token))
  await sendRequest('webhooks/razorpay', jsonRequest('POST', { contact: contactNumber, email }))
  return [otp, token, signupToken]
}
