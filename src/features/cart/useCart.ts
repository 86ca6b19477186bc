import { getDefaultStore, useAtomValue } from 'jotai'
import useSWR from 'swr'

import type { Cart, CartLine, LineChange, Proceed, PurchaseType } from '#contract/cart.ts'
import { rules } from '#contract/rules.ts'
import { readUntilSettled } from '#platform/outbox/waiting.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { toastInfo } from '#platform/toasts.ts'
import { cartAtom, cartReadAtAtom, isCartReadAtom, keptCartAtom, saveCart } from './cartAtom.ts'
import { cartApi, cartKey, changeCart } from './cartChanges.ts'

/** Only where a login left lines of a guest's bag unsent. */
const loadMerge = () => import('./mergeCart.ts')

/** The cart, and the changes a shopper can make to it. A visitor's stays on the device. */
export function useCart(refreshMs: number = rules.cart.refetchMs) {
  const { cart, isLoading, problem, refresh } = useChangingCart(refreshMs)
  const readAt = useAtomValue(cartReadAtAtom)
  const lines = cart.products

  return {
    lines,
    totalAmount: cart.totalAmount,
    /** What was chosen before paying, as the server keeps it. */
    addressId: cart.addressId ?? undefined,
    receiver: cart.receiver ?? undefined,
    coupon: cart.couponId ?? undefined,
    isLoading: isLoading && lines.length === 0,
    /** Why there is nothing to show, where no read has succeeded yet. A bag that was emptied is empty. */
    problem: lines.length === 0 && readAt === undefined ? problem : undefined,
    /** From when it is what shows, in ms since 1970, while the server cannot be asked. */
    savedAt: problem ? readAt : undefined,
    updateLine: (line: CartLine, to: LineChange) =>
      changeCart({ type: 'cart.update', lineId: line._id, name: line.productId.name, to }),
    /** For the whole bag, whichever line brings it to the server. */
    chooseDelivery: (purchaseType: PurchaseType) => {
      const { _id: lineId = '', productId } = lines[0] ?? {}
      return changeCart({
        type: 'cart.setDelivery',
        lineId,
        productId: productId?._id,
        purchaseType,
      })
    },
    remove: ({ _id: lineId, productId }: CartLine) =>
      changeCart({ type: 'cart.remove', lineId, name: productId.name }),
    moveToWishlist: ({ _id: lineId, productId: product }: CartLine) =>
      changeCart({ type: 'cart.moveToWishlist', lineId, product }),
    /** Keeps address, receiver and coupon with the bag, for the checkout. What waits is sent before. */
    proceed: async (choices: () => Omit<Proceed, 'userId'>): Promise<void> => {
      const userId = getDefaultStore().get(userIdAtom)
      if (!userId) return
      const [{ sendAfterFlush }, { keepChoices }] = await Promise.all([
        import('#platform/outbox/outbox.ts'),
        cartApi(),
      ])
      const { result, msg } = await sendAfterFlush(() => keepChoices({ userId, ...choices() }))
      saveCart(result)
      if (msg) await toastInfo(msg)
    },
    refresh,
  }
}

function useChangingCart(refreshInterval: number) {
  const userId = useAtomValue(userIdAtom)
  const cart = useAtomValue(cartAtom)
  const isRead = useAtomValue(isCartReadAtom)
  const { error, isLoading, mutate } = useSWR<Cart | undefined, Error, ReturnType<typeof cartKey>>(
    cartKey(userId),
    async ([, id]) => {
      if (getDefaultStore().get(keptCartAtom).merge) await (await loadMerge()).resumeMerge(id)
      const { readCart } = await cartApi()
      const answer = await readUntilSettled(() => readCart(id))
      if (answer) saveCart(answer)
      return answer
    },
    { refreshInterval },
  )

  // Whatever the server said: first it has to be known what is kept here.
  const problem = isRead ? error : undefined
  return {
    cart,
    isLoading: isLoading || !isRead,
    problem,
    refresh: () => mutate(),
  }
}
