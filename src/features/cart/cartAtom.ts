import { Cart } from '#contract/cart.ts'
import { noRupees } from '#contract/money.ts'
import { persistedAtom } from '#platform/persistedAtom.ts'

export const emptyCart: Cart = { products: [], totalAmount: noRupees }

/** The bag, a user's or a visitor's. */
export const cartAtom = persistedAtom('cart', Cart, emptyCart)
