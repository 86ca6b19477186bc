import { getDefaultStore, useAtomValue } from 'jotai'
import useSWR, { useSWRConfig } from 'swr'

import type { Cart, LineChange, Proceed } from '#contract/cart.ts'
import type { PurchaseType } from '#contract/purchaseType.ts'
import { rules } from '#contract/rules.ts'
import { userIdAtom } from '#platform/session.ts'
import { cartAtom, isCartReadAtom, keptCartAtom } from './cartAtom.ts'
import { withChange, withDelivery, without } from './cartLines.ts'
import { type Ask, cartApi, cartKey, changeCart, type Edit, keepCart } from './cartChanges.ts'

/** Only where a login left lines of a guest's bag unsent. */
const loadMerge = () => import('./mergeCart.ts')

/** The cart, and the changes a shopper can make to it. A visitor's stays on the device. */
export function useCart(refreshMs: number = rules.cart.refetchMs) {
  const { cart, isLoading, problem, change, refresh } = useChangingCart(refreshMs)
  const lines = cart.products

  return {
    lines,
    totalAmount: cart.totalAmount,
    /** What was chosen before paying, as the server keeps it. */
    addressId: cart.addressId ?? undefined,
    receiver: cart.receiver ?? undefined,
    coupon: cart.couponId ?? undefined,
    isLoading: isLoading && lines.length === 0,
    /** Why there is nothing to show, where the first read has failed. */
    problem: lines.length === 0 ? problem : undefined,
    updateLine: (lineId: string, to: LineChange) =>
      change(
        (shown) => withChange(shown, lineId, to),
        async (id) => (await cartApi()).updateLine(id, lineId, to),
      ),
    /** For the whole bag, whichever line brings it to the server. */
    chooseDelivery: (purchaseType: PurchaseType) => {
      const { _id = '', productId } = lines[0] ?? {}
      const to = { productId: productId?._id, purchaseType }
      return change(
        (shown) => withDelivery(shown, purchaseType),
        async (id) => (await cartApi()).updateLine(id, _id, to),
      )
    },
    remove: (lineId: string) =>
      change(
        (shown) => without(shown, lineId),
        async (id) => (await cartApi()).removeLine(id, lineId),
      ),
    moveToWishlist: (lineId: string) =>
      change(
        (shown) => without(shown, lineId),
        async (id) => (await cartApi()).moveToWishlist(id, lineId),
      ),
    /** Keeps address, receiver and coupon with the bag, for the checkout. */
    proceed: (choices: Omit<Proceed, 'userId'>) =>
      change(
        (shown) => shown,
        async (userId) => (await cartApi()).keepChoices({ userId, ...choices }),
      ),
    refresh,
  }
}

function useChangingCart(refreshInterval: number) {
  const userId = useAtomValue(userIdAtom)
  const cart = useAtomValue(cartAtom)
  const isRead = useAtomValue(isCartReadAtom)
  const { mutate: mutateAny } = useSWRConfig()
  const { error, isLoading, mutate } = useSWR<Cart, Error, ReturnType<typeof cartKey>>(
    cartKey(userId),
    async ([, id]) => {
      if (getDefaultStore().get(keptCartAtom).merge) await (await loadMerge()).resumeMerge(id)
      return (await cartApi()).readCart(id)
    },
    { refreshInterval, onSuccess: keepCart },
  )

  // Whatever the server said: first it has to be known what is kept here.
  const problem = isRead ? error : undefined
  return {
    cart,
    isLoading: isLoading || !isRead,
    problem,
    change: (edit: Edit, ask: Ask) => changeCart(mutateAny, edit, ask),
    refresh: () => mutate(),
  }
}
