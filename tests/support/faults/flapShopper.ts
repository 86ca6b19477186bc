import type { BrowserContext, Page } from '@playwright/test'

import type { Cart } from '#contract/cart.ts'
import { addAddressByCalls, askStore, signUpByCalls } from '#tests/support/shopper/loggedIn.ts'
import { type OnShow, onShow } from '#tests/support/shopper/shopping.ts'

export type FlapShopper = {
  userId: string
  token: string
  contactNumber: string
  addressId: string
  products: OnShow[]
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
  const addressId = await addAddressByCalls(page, { token })
  const products = await onShow(page, count)
  const { contactNumber } = user
  return { userId: user._id, token, contactNumber, addressId, products }
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
