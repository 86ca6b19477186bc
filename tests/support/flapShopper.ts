import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, type Page } from '@playwright/test'

import type { SignedIn } from '#contract/auth.ts'
import type { Cart } from '#contract/cart.ts'
import { codeFor, newPhone, newPoint, newStreet, type OnShow, onShow } from './shopping.ts'

export type FlapShopper = {
  userId: string
  token: string
  contactNumber: string
  addressId: string
  products: OnShow[]
}

type Asked = [method: string, path: string, data?: object]

/** Asks the store past the page, whose line may be cut. */
export async function askStore<Answer>(page: Page, token: string, [method, path, data]: Asked) {
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() }
  const answer = await page.request.fetch(`/api/${path}`, { method, headers, data })
  expect(answer.ok(), path).toBe(true)
  return (await answer.json()) as Answer
}

/**
 * Somebody new is signed in, with an address, and there are so many products to buy. `is-guest` in the
 * session storage leaves the page to a guest.
 */
export async function flapShopper(
  page: Page,
  count: number,
  loggedIn: Page | BrowserContext = page,
): Promise<FlapShopper> {
  const { token, user } = await signUpByCalls(page)
  await loggedIn.addInitScript(
    (kept) => {
      if (location.protocol !== 'http:' || sessionStorage.getItem('is-guest')) return
      localStorage.setItem('token', kept.token)
      localStorage.setItem('user', JSON.stringify(kept.user))
    },
    { token, user },
  )
  const home = {
    ...{ street: newStreet(), label: 'home', city: 'Indore', state: 'Madhya Pradesh' },
    ...{ postalCode: '452010', ...newPoint() },
  }
  const { address } = await askStore<{ address: { _id: string } }>(page, token, [
    ...(['POST', 'address/add', home] as const),
  ])
  const products = await onShow(page, count)
  const { contactNumber } = user
  return { userId: user._id, token, contactNumber, addressId: address._id, products }
}

async function signUpByCalls(page: Page): Promise<SignedIn> {
  const contactNumber = newPhone()
  await askStore(page, '', ['POST', 'user/login', { contactNumber }])
  const otp = await codeFor(page, contactNumber)
  const proof = { contactNumber, otp }
  const { result } = await askStore<{ result: { signupToken: string } }>(page, '', [
    ...(['POST', 'user/verify-otp', proof] as const),
  ])
  const name = { firstName: 'Meera', lastName: 'Joshi', gender: 'female' }
  const about = { ...name, dateOfBirth: '1996-03-14', contactNumber, ...result }
  return (await askStore<{ result: SignedIn }>(page, '', ['POST', 'user/signup', about])).result
}

type Known = Pick<FlapShopper, 'userId' | 'token' | 'addressId'>

/** What the store has in the bag: pieces of all products. */
export async function bagOf(page: Page, { userId, token }: Known): Promise<number> {
  const { result } = await askStore<{ result: Cart }>(page, token, ['GET', `cart/view/${userId}`])
  return result.products.reduce((all, { quantity }) => all + quantity, 0)
}

type Orders = { result: { data: unknown[] } }

export const orderCountOf = async (page: Page, { token }: Known) =>
  (await askStore<Orders>(page, token, ['GET', 'orders/view'])).result.data.length

/** Says past the page where the bag goes. */
export const chooseAddress = (page: Page, { userId, token, addressId }: Known) =>
  askStore(page, token, ['PUT', 'cart/update', { userId, addressId }])
