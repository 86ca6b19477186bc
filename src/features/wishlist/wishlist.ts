import { getDefaultStore, useAtomValue, useSetAtom } from 'jotai'
import useSWR from 'swr'

import { productRead } from '#contract/api/reads.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { sendRead } from '#platform/api/http.ts'
import { cachedProduct } from '#platform/api/reads/reads.ts'
import type { ChangeOf } from '#platform/outbox/changes.ts'
import { readUntilSettled, toastPendingChange } from '#platform/outbox/pendingChanges.ts'
import { continueAfterLogin } from '#platform/session/afterLogin.ts'
import { openLogin, userIdAtom } from '#platform/session/session.ts'
import { toastFailure, toastInfo } from '#platform/toasts.ts'
import { readWishlistIds } from './wishlistApi.ts'
import { type WishlistProduct, wishlistAtom } from './wishlistAtom.ts'

const wishlistIdsKey = (userId: string | undefined) =>
  userId ? (['wishlistIds', userId] as const) : null

/** Loads the ids of the saved products, for the hearts on every page. */
export function useWishlistIds(): void {
  const userId = useAtomValue(userIdAtom)
  const setWishlist = useSetAtom(wishlistAtom)
  useSWR(wishlistIdsKey(userId), async () => {
    const ids = await readUntilSettled(readWishlistIds)
    if (!ids) return
    const isSaved = new Set(ids)
    void setWishlist(({ lines }) => ({
      ids,
      lines: lines.filter(({ productId }) => isSaved.has(productId._id)),
    }))
  })
}

/** Saves a product, or removes it if it is saved. Guests are asked to log in first. */
export async function toggleWishlist(product: WishlistProduct, isSaved: boolean): Promise<void> {
  const store = getDefaultStore()
  if (store.get(userIdAtom)) return change(product, !isSaved)
  continueAfterLogin(() => change(product, true))
  openLogin('wishlist')
  await toastInfo('Please login to add to wishlist')
}

const couldNotSave = () => toastFailure('Product could not be added to wishlist!')

/**
 * Saves or removes a product at once; the change is undone if the server rejects it. A product of
 * which only the name is known is read first, because the wishlist shows its details.
 */
async function change(shown: WishlistProduct, isInWishlist: boolean): Promise<void> {
  const [product, { refusalOf, submit }] = await Promise.all([
    fullProductOf(shown).catch(couldNotSave),
    import('#features/outbox/outbox.ts'),
  ])
  if (!product) return
  const change: ChangeOf<'wishlist'> = {
    type: isInWishlist ? 'wishlist.add' : 'wishlist.remove',
    product,
  }
  await submit(change).then(
    (submission) => (submission === 'pending' ? toastPendingChange() : undefined),
    () => toastFailure(refusalOf(change)),
  )
}

async function fullProductOf(product: WishlistProduct): Promise<Product> {
  if ('stock' in product) return product
  const line = getDefaultStore()
    .get(wishlistAtom)
    .lines.find(({ productId }) => productId._id === product._id)
  return (
    line?.productId ??
    cachedProduct(product._id) ??
    (await sendRead(productRead(product._id))).result
  )
}
