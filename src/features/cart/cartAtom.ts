import { atom, getDefaultStore } from 'jotai'

import type { Cart, CartLine } from '#contract/cart/cart.ts'
import type { Rupees } from '#contract/values/money.ts'
import { withPending } from '#platform/outbox/outboxAtom.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { userIdAtom } from '#platform/session/session.ts'
import type { SavedCart } from './cartApi.ts'

export const emptyCart: Cart = { products: [], totalAmount: 0 as Rupees }

const schema = async () => (await import('./cartApi.ts')).SavedCart
const persistedCartAtom = persistedAtom<SavedCart>('cart', schema, { cart: emptyCart })

/**
 * The bag of the customer or guest, with the changes that wait to be sent. Setting it changes the
 * copy of the server's state; a guest's bag is on this device only.
 */
export const cartAtom = atom(
  (get) => withPending(get, 'cart', cartOf(get(userIdAtom), get(persistedCartAtom))),
  (get, set, change: (cart: Cart) => Cart) => {
    const ownerId = get(userIdAtom)
    return set(persistedCartAtom, (stored) => withChange(stored, ownerId, change))
  },
)

/** The number of items in these lines of a bag. */
export const itemCount = (lines: Pick<CartLine, 'quantity'>[]): number =>
  lines.reduce((count, { quantity }) => count + quantity, 0)

/** The number of items in the bag. */
export const itemCountAtom = atom((get) => itemCount(get(cartAtom).products))

/** Stores the bag from the server. */
const cartResponseAtom = atom(null, (get, set, cart: Cart) => {
  const ownerId = get(userIdAtom)
  const readAt = Date.now()
  return set(persistedCartAtom, (stored) => ({
    ...withChange(stored, ownerId, () => cart),
    readAt,
  }))
})

/** Stores the bag from the server; pending changes show on top of it. */
export const saveCart = (cart: Cart) => void getDefaultStore().set(cartResponseAtom, cart)

/** Whether the stored bag has been read; until then it may not be empty. */
export const { isReadAtom: isCartReadAtom } = persistedCartAtom

/** When the customer's bag was last read from the server, in ms since 1970. */
export const cartReadAtAtom = atom((get) => {
  const { ownerId, readAt } = get(persistedCartAtom)
  return ownerId !== undefined && ownerId === get(userIdAtom) ? readAt : undefined
})

/** The bag with its owner and unmerged lines, whoever is logged in. */
export const savedCartAtom = persistedCartAtom

const withChange = (
  stored: SavedCart,
  ownerId: string | undefined,
  change: (cart: Cart) => Cart,
): SavedCart => ({
  ...(stored.ownerId === ownerId && stored),
  ownerId,
  cart: withoutUnmerged(change(cartOf(ownerId, stored)), stored),
})

function cartOf(ownerId: string | undefined, stored: SavedCart): Cart {
  if (stored.ownerId !== ownerId) return emptyCart
  const unmerged = stored.merge?.lines ?? []
  return unmerged.length > 0
    ? { ...stored.cart, products: [...stored.cart.products, ...unmerged] }
    : stored.cart
}

/** Unmerged lines are shown with the bag but stored beside it. */
function withoutUnmerged(cart: Cart, { merge }: SavedCart): Cart {
  if (!merge || merge.lines.length === 0) return cart
  const isUnmerged = ({ _id }: CartLine) => merge.lines.some((line) => line._id === _id)
  return { ...cart, products: cart.products.filter((line) => !isUnmerged(line)) }
}
