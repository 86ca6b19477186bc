import { getDefaultStore, useAtomValue, useSetAtom } from 'jotai'
import useSWR from 'swr'

import { productRead } from '#contract/api/reads.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { sendRead } from '#platform/api/http.ts'
import { cachedProduct } from '#platform/api/productCache.ts'
import { readUntilSettled } from '#platform/outbox/waiting.ts'
import { openLogin, userIdAtom } from '#platform/session/session.ts'
import { toastFailure, toastInfo } from '#platform/toasts.ts'
import { readWishlistIds } from './wishlistApi.ts'
import { type WishlistProduct, wishlistAtom } from './wishlistAtom.ts'

const wishlistIdsKey = (userId: string | undefined) =>
  userId ? (['wishlistIds', userId] as const) : null

/** Fills the hearts of who is signed in, on whichever page. */
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

/** What a visitor tapped the heart of; it is kept as soon as they are signed in. */
let wanted: WishlistProduct | undefined

/** Lets go what the tapped heart showed as kept, keeps it else. A visitor is asked to sign in first. */
export async function toggleWishlist(product: WishlistProduct, isKept: boolean): Promise<void> {
  const store = getDefaultStore()
  if (store.get(userIdAtom)) return change(product, !isKept)
  wanted = product
  openLogin()
  await toastInfo('Please login to add to wishlist')
}

/** After a login: does what was tapped before it. */
export async function savePendingWish(): Promise<void> {
  const product = wanted
  wanted = undefined
  if (product) await change(product, true)
}

/** Who gave the login up does not want it any more. */
export function clearPendingWish(): void {
  wanted = undefined
}

const couldNotKeep = toastFailure('Product could not be added to wishlist!')

/** Of what only has a name the rest is asked for first: the wishlist shows it whole. */
async function change(product: WishlistProduct, isWanted: boolean): Promise<void> {
  const [whole, { changeWishlist }] = await Promise.all([
    wholeOf(product).catch(couldNotKeep),
    import('./wishlistOutbox.ts'),
  ])
  if (whole) await changeWishlist(whole, isWanted)
}

async function wholeOf(product: WishlistProduct): Promise<Product> {
  if ('stock' in product) return product
  const kept = getDefaultStore()
    .get(wishlistAtom)
    .lines.find(({ productId }) => productId._id === product._id)
  return (
    kept?.productId ??
    cachedProduct(product._id) ??
    (await sendRead(productRead(product._id))).result
  )
}
