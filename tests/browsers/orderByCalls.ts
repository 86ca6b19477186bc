import { randomInt, randomUUID } from 'node:crypto'

import { toPaise } from '#contract/values/money.ts'
import type { Cart } from '#contract/cart/cart.ts'

type PlacedOrder = { orderId: string; token: string }

const randomPhone = () => `9${String(randomInt(1_000_000_000)).padStart(9, '0')}`

/** The newest OTP that the demo store at `origin` has sent to this phone. */
export async function otpFor(origin: string, phone: string): Promise<string> {
  const headers = { Accept: 'application/json' }
  const inbox = await fetch(`${origin}/dev/inbox?phone=${phone}`, { headers })
  const [newest] = (await inbox.json()) as { otp: string }[]
  return newest?.otp ?? ''
}

/** A new customer of the demo store who has ordered one item in cash, without the pages. */
export async function orderByCalls(origin: string, productId: string, size: string) {
  const phone = randomPhone()
  await post('user/login', { contactNumber: phone })
  const otp = await otpFor(origin, phone)
  const verified = await post<{ signupToken: string }>('user/verify-otp', {
    ...{ contactNumber: phone, otp },
  })
  const { token, user } = await post<{ token: string; user: { _id: string } }>('user/signup', {
    ...{ firstName: 'Meera', lastName: 'Joshi', gender: 'female', dateOfBirth: '1996-03-14' },
    ...{ contactNumber: phone, ...verified },
  })
  const place = { city: 'Indore', state: 'Madhya Pradesh', postalCode: '452010' }
  const home = { street: `Lane ${randomInt(1_000_000)}`, label: 'home', ...place }
  const point = { latitude: '22.7533', longitude: '75.8937' }
  const { address } = await respond<{ address: { _id: string } }>(
    ...(['address/add', { ...home, ...point }, token] as const),
  )
  const cart = await post<Cart>('cart/add', { userId: user._id, productId, size }, token)
  const { order } = await post<{ order: { _id: string } }>(
    'cart/checkout',
    {
      ...{ userId: user._id, addressId: address._id, paymentMethod: 'cash on delivery' },
      totalAmount: toPaise(cart.totalAmount),
      cart_item_ids: cart.products.map(({ _id, purchaseType, size: ordered }) => ({
        ...{ _id, purchaseType, size: ordered },
      })),
    },
    token,
  )
  return { orderId: order._id, token } satisfies PlacedOrder

  async function post<Result>(path: string, body: object, session = ''): Promise<Result> {
    return (await respond<{ result: Result }>(path, body, session)).result
  }

  async function respond<Response>(path: string, body: object, session = ''): Promise<Response> {
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
      ...(session && { Authorization: `Bearer ${session}` }),
    }
    const options = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${origin}/api/${path}`, options)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Response
  }
}
