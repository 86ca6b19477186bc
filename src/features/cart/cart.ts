import { getDefaultStore, useAtomValue } from 'jotai'
import useSWR from 'swr'

import type { Cart } from '#contract/cart/cart.ts'
import type { Product } from '#contract/catalogue/product.ts'
import * as rules from '#contract/rules.ts'
import { pollEvery } from '#platform/connectivity/connectivityAtom.ts'
import type { ChangeOf } from '#platform/outbox/changes.ts'
import { provisionalId } from '#platform/outbox/outboxAtom.ts'
import { readUntilSettled } from '#platform/outbox/pendingChanges.ts'
import { hasStoredUser, userIdAtom } from '#platform/session/session.ts'
import { cartAtom, cartReadAtAtom, isCartReadAtom, savedCartAtom, saveCart } from './cartAtom.ts'

/** Needed only if a login could not merge all lines of a guest's bag. */
const loadMerge = () => import('./mergeCart.ts')

/** The bag as last read. A guest's bag is stored on the device only. */
export function useCart(refreshMs: number = rules.cart.refetchMs) {
  const { cart, isLoading, problem, refresh } = useSyncedCart(refreshMs)
  const readAt = useAtomValue(cartReadAtAtom)
  const lines = cart.products

  return {
    lines,
    totalAmount: cart.totalAmount,
    /** The address chosen for delivery, as the server stores it. */
    addressId: cart.addressId ?? undefined,
    receiver: cart.receiver ?? undefined,
    coupon: cart.couponId ?? undefined,
    isLoading: isLoading && lines.length === 0,
    /** The error of the first read. A bag that was emptied counts as empty. */
    problem: lines.length === 0 && readAt === undefined ? problem : undefined,
    /** When the shown bag was read, in ms since 1970, while the server cannot be reached. */
    savedAt: problem ? readAt : undefined,
    refresh,
  }
}

function useSyncedCart(refreshInterval: number) {
  const userId = useAtomValue(userIdAtom)
  const cart = useAtomValue(cartAtom)
  const isRead = useAtomValue(isCartReadAtom)
  const { error, isLoading, mutate } = useSWR<Cart | undefined, Error, ReturnType<typeof cartKey>>(
    cartKey(userId),
    async ([, id]) => {
      if (getDefaultStore().get(savedCartAtom).merge) await (await loadMerge()).resumeMerge(id)
      const { readCart } = await cartApi()
      const result = await readUntilSettled(() => readCart(id))
      if (result) saveCart(result)
      return result
    },
    { refreshInterval: pollEvery(refreshInterval) },
  )

  // The stored bag must be read before an error can be reported.
  const problem = isRead ? error : undefined
  return {
    cart,
    isLoading: isLoading || !isRead,
    problem,
    refresh: () => mutate(),
  }
}

const cartKey = (userId: string | undefined) => (userId ? (['cart', userId] as const) : null)

/** Imported before the first change of the bag. */
const importRules = () => import('./cartLines.ts')
const importOutbox = () => import('#features/outbox/outbox.ts')

/** Imported with the first call, because a first view needs no HTTP client. */
const cartApi = () => import('./cartApi.ts')

const store = getDefaultStore()

/** Imports the code for a change, so that the tap does not wait for it. */
export async function prepareAddToCart(): Promise<void> {
  await Promise.all([importRules(), hasStoredUser() && importOutbox()])
}

/**
 * Adds one item to the bag: to its line, where the bag has the product in this size. With Try & Buy
 * the trial size is delivered too.
 *
 * @throws ApiError if the rules of the bag or the server refuse it
 */
export async function addItemToCart(
  product: Product,
  size: string,
  trialSize?: string,
): Promise<'sent' | 'pending'> {
  const { products } = store.get(cartAtom)
  // As `isLineOf` finds it, which would bring all rules of the bag into the first view.
  const line = products.find((each) => each.productId._id === product._id && each.size === size)
  const change: ChangeOf<'cart'> = {
    type: 'cart.add',
    // A line keeps its id when its size changes, so a new line needs an id of its own.
    lineId: provisionalId(crypto.randomUUID()),
    product,
    size,
    quantity: 1,
    resultingQuantity: (line?.quantity ?? 0) + 1,
    trialSize,
  }
  const { changeGuestCart, requireAllowed } = await importRules()
  if (store.get(userIdAtom)) {
    await requireAllowed(change)
    return (await importOutbox()).submit(change)
  }
  await changeGuestCart(change)
  return 'sent'
}
