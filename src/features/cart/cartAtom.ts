import { atom } from 'jotai'

import type { Cart } from '#contract/cart.ts'
import type { Rupees } from '#contract/money.ts'
import { persistedAtom } from '#platform/persistedAtom.ts'
import { userIdAtom } from '#platform/session.ts'
import type { KeptCart } from './keptCart.ts'

export const emptyCart: Cart = { products: [], totalAmount: 0 as Rupees }

const schema = async () => (await import('./keptCart.ts')).KeptCart
const keptAtom = persistedAtom<KeptCart>('cart', schema, { cart: emptyCart })

/** The bag of whoever is here, a user's or a visitor's: nobody sees another one's. */
export const cartAtom = atom(
  (get) => ownedBy(get(userIdAtom), get(keptAtom)),
  (get, set, change: (cart: Cart) => Cart) => {
    const ownerId = get(userIdAtom)
    return set(keptAtom, (kept) => ({
      ...(kept.ownerId === ownerId && kept),
      ownerId,
      cart: change(ownedBy(ownerId, kept)),
    }))
  },
)

/** Until then nobody knows whether the bag is empty. */
export const { isReadAtom: isCartReadAtom } = keptAtom

/** The bag with its owner and what is still to be merged, whoever is logged in. */
export const keptCartAtom = keptAtom

function ownedBy(ownerId: string | undefined, kept: KeptCart): Cart {
  return kept.ownerId === ownerId ? kept.cart : emptyCart
}
