import type { BrowserContext, Page } from '@playwright/test'

import type { Cart } from '#contract/cart/cart.ts'
import { addAddressByCalls, requestStore, signUpByCalls } from '#tests/support/shopper/loggedIn.ts'
import { type DemoProduct, onShow } from '#tests/support/shopper/shopping.ts'

export type ConnectionLossShopper = {
  userId: string
  token: string
  contactNumber: string
  addressId: string
  products: DemoProduct[]
}

/**
 * Logs in a new customer with an address and creates products. `is-guest` in the session storage
 * keeps the page a guest's.
 */
export async function connectionLossShopper(
  page: Page,
  count: number,
  loggedIn: Page | BrowserContext = page,
): Promise<ConnectionLossShopper> {
  const { token, user } = await signUpByCalls(page)
  await loggedIn.addInitScript(
    (stored) => {
      if (location.protocol !== 'http:' || sessionStorage.getItem('is-guest')) return
      localStorage.setItem('token', stored.token)
      localStorage.setItem('user', JSON.stringify(stored.user))
    },
    { token, user },
  )
  const addressId = await addAddressByCalls(page, { token })
  const products = await onShow(page, count)
  const { contactNumber } = user
  return { userId: user._id, token, contactNumber, addressId, products }
}

type Known = Pick<ConnectionLossShopper, 'userId' | 'token' | 'addressId'>

/** The quantities of all products in the bag, as the server has them. */
export async function cartQuantityOf(page: Page, { userId, token }: Known): Promise<number> {
  const { result } = await requestStore<{ result: Cart }>(page, token, [
    'GET',
    `cart/view/${userId}`,
  ])
  return result.products.reduce((all, { quantity }) => all + quantity, 0)
}

type Orders = { result: { data: unknown[] } }

export const orderCountOf = async (page: Page, { token }: Known) =>
  (await requestStore<Orders>(page, token, ['GET', 'orders/view'])).result.data.length

/** Saves the delivery address of the bag over the API. */
export const chooseAddress = (page: Page, { userId, token, addressId }: Known) =>
  requestStore(page, token, ['PUT', 'cart/update', { userId, addressId }])
