import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

import type { LoginResult } from '#contract/account/auth.ts'
import {
  codeFor,
  newPhone,
  newPoint,
  newStreet,
  type DemoProduct,
  onShow,
  signUp,
} from './shopping.ts'

type RequestArgs = [method: string, path: string, data?: object]

/** Sends a request to the store outside the page, whose connection may be cut. */
export async function requestStore<Body>(
  page: Page,
  token: string,
  [method, path, data]: RequestArgs,
) {
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() }
  const response = await page.request.fetch(`/api/${path}`, { method, headers, data })
  expect(response.ok(), `${path}: ${response.ok() ? '' : await response.text()}`).toBe(true)
  return (await response.json()) as Body
}

/** Creates an account with the API calls of the login. */
export async function signUpByCalls(page: Page, phone = newPhone()): Promise<LoginResult> {
  await requestStore(page, '', ['POST', 'user/login', { contactNumber: phone }])
  const otp = await codeFor(page, phone)
  const { result } = await requestStore<{ result: { signupToken: string } }>(page, '', [
    ...(['POST', 'user/verify-otp', { contactNumber: phone, otp }] as const),
  ])
  const name = { firstName: 'Meera', lastName: 'Joshi', gender: 'female' }
  const details = { ...name, dateOfBirth: '1996-03-14', contactNumber: phone, ...result }
  return (await requestStore<{ result: LoginResult }>(page, '', ['POST', 'user/signup', details]))
    .result
}

/**
 * Opens a page as a new customer, for tests that are not about the login, which takes seconds in
 * the dialog.
 */
export async function openLoggedIn(page: Page, path: string, phone = newPhone()) {
  const loggedIn = await signUpByCalls(page, phone)
  // Any document of the store without scripts will do.
  await page.goto('/robots.txt')
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('token', token)
    localStorage.setItem('user', JSON.stringify(user))
  }, loggedIn)
  await page.goto(path)
  return loggedIn
}

/** Logs in through the dialog. Only that stores on the device who has logged in. */
export async function logInByHand(
  page: Page,
  path: string,
  phone = newPhone(),
): Promise<LoginResult> {
  await page.goto('/#login')
  await signUp(page, phone)
  const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>)
  await page.goto(path)
  return { token: stored.token!, user: JSON.parse(stored.user!) as LoginResult['user'] }
}

export const addToCartByCalls = (page: Page, { token, user }: LoginResult, product: DemoProduct) =>
  requestStore(page, token, [
    'POST',
    'cart/add',
    { userId: user._id, productId: product._id, size: product.size[0] },
  ])

/** A saved address in Indore that no other test uses. */
export async function addAddressByCalls(page: Page, { token }: Pick<LoginResult, 'token'>) {
  const home = {
    ...{ street: newStreet(), label: 'home', city: 'Indore', state: 'Madhya Pradesh' },
    ...{ postalCode: '452010', ...newPoint() },
  }
  const { address } = await requestStore<{ address: { _id: string } }>(page, token, [
    ...(['POST', 'address/add', home] as const),
  ])
  return address._id
}

/** A new customer at the checkout, with one item in the bag and online payment selected. */
export async function goToCheckout(page: Page, isMatch = (_product: DemoProduct) => true) {
  const product = (await onShow(page, 20)).find(isMatch)
  if (!product) throw new Error('The demo store is sold out')
  const loggedIn = await openLoggedIn(page, '/about-us')
  await addToCartByCalls(page, loggedIn, product)
  const addressId = await addAddressByCalls(page, loggedIn)
  const { token, user } = loggedIn
  await requestStore(page, token, ['PUT', 'cart/update', { userId: user._id, addressId }])
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('radio', { name: 'Online Payment' })).toBeChecked()
}
