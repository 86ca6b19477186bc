import { randomUUID } from 'node:crypto'
import type { Request } from 'autocannon'

import { calls } from '#contract/calls.ts'

type Json = Record<string, unknown>

/** The requests of a shopper: what anyone asks, and what one who is signed in does. */
export async function benchShopper(origin: string) {
  const ask = async (path: string, options: RequestInit = {}) => {
    const answer = await fetch(origin + path, options)
    return (await answer.json()) as { result: never }
  }
  const { data } = (await ask('/api/products/list?limit=60')).result as { data: Product[] }
  const categories = (await ask('/api/categories/list')).result as { data: { _id: string }[] }
  const lists = categories.data
    .slice(0, 20)
    .flatMap(({ _id }) => [
      { path: `/api/products/list?category=${_id}` },
      { path: `/api/products/list?category=${_id}&sortBy=discountedPrice&sortOrder=asc` },
    ])
  const words = ['kurta', 'blue shirt', 'cotton', 'saree', 'jeens', 'black dress']

  return {
    lists,
    searches: words.map((search) => ({
      path: `/api/products/list?search=${encodeURIComponent(search)}`,
    })),
    products: data.map(({ _id }) => ({ path: `/api/products/${_id}` })),
    suggestions: words.map((search) => ({
      path: `/api/products/elastic-search?search=${encodeURIComponent(search)}`,
    })),
    ...(await signedIn(origin, data)),
  }
}

type Product = { _id: string; stock: Record<string, number>; discountedPrice: number }

async function signedIn(
  origin: string,
  products: Product[],
): Promise<{ carts: Request[]; checkouts: Request[] }> {
  const contactNumber = `9${String(Date.now()).slice(-9)}`
  const send = async (call: { method: string; path: string }, body: Json, token?: string) => {
    const answer = await fetch(`${origin}/api${call.path}`, {
      method: call.method,
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { result: Json; address: Json }
  }
  await send(calls.login, { contactNumber })
  const inbox = await fetch(`${origin}/dev/inbox?phone=${contactNumber}`)
  const [message] = (await inbox.json()) as { otp: string }[]
  const { result: verified } = await send(calls.verifyOtp, { contactNumber, otp: message?.otp })
  const { result } = await send(calls.signup, {
    contactNumber,
    signupToken: verified.signupToken,
    firstName: 'Bench',
    gender: 'other',
    dateOfBirth: '1990-01-01',
  })
  const { token, user } = result as { token: string; user: { _id: string } }
  const userId = user._id
  const product = products.find(({ stock }) => Object.values(stock).some((pieces) => pieces > 2))
  const size = Object.entries(product?.stock ?? {}).find(([, pieces]) => pieces > 2)?.[0]
  await send(calls.addToCart, { userId, productId: product?._id, size }, token)

  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const cart = { path: `/api/cart/view/${userId}`, headers }
  return { carts: [cart], checkouts: await checkoutsOf({ origin, headers, userId, send, token }) }
}

type Buyer = {
  origin: string
  headers: Record<string, string>
  userId: string
  token: string
  send: (
    call: { method: string; path: string },
    body: Json,
    token?: string,
  ) => Promise<{ address: Json }>
}

/**
 * Placing an order, the whole way down: every request has a key of its own. After the first the bag
 * is empty, so the rest measure what an order costs that is refused after all checks.
 */
async function checkoutsOf({ origin, headers, userId, token, send }: Buyer): Promise<Request[]> {
  const { address } = await send(
    calls.addAddress,
    {
      label: 'home',
      street: '12 Palm Residency, Vijay Nagar',
      city: 'Indore',
      state: 'Madhya Pradesh',
      postalCode: '452010',
      latitude: '22.7533',
      longitude: '75.8937',
    },
    token,
  )
  const view = await fetch(`${origin}/api/cart/view/${userId}`, { headers })
  const { result } = (await view.json()) as { result: { products: Line[]; totalAmount: number } }
  const body = {
    userId,
    addressId: address._id,
    totalAmount: Math.round(result.totalAmount * 100),
    cart_item_ids: result.products.map(({ _id, purchaseType, size }) => ({
      _id,
      purchaseType,
      size,
    })),
    paymentMethod: 'cash on delivery',
  }
  return [
    {
      method: 'POST',
      path: '/api/cart/checkout',
      headers,
      body: JSON.stringify(body),
      setupRequest: (request) => ({
        ...request,
        headers: { ...headers, 'Idempotency-Key': randomUUID() },
      }),
    },
  ]
}

type Line = { _id: string; purchaseType: string; size: string }
