import { getDefaultStore } from 'jotai'

import type { Product } from '#contract/catalogue/product.ts'
import { productRead } from '#contract/api/reads.ts'
import { openLogin, userIdAtom } from '#platform/session/session.ts'
import { cachedProduct } from '#platform/api/productCache.ts'
import { sendRead } from '#platform/api/http.ts'
import { toastFailure, toastInfo } from '#platform/toasts.ts'
import { type Hearted, wishlistAtom } from './wishlistAtom.ts'

/** What a visitor tapped the heart of; it is kept as soon as they are signed in. */
let wanted: Hearted | undefined

/** Lets go what the tapped heart showed as kept, keeps it else. A visitor is asked to sign in first. */
export async function tapHeart(product: Hearted, isKept: boolean): Promise<void> {
  const store = getDefaultStore()
  if (store.get(userIdAtom)) return change(product, !isKept)
  wanted = product
  openLogin()
  await toastInfo('Please login to add to wishlist')
}

/** After a login: does what was tapped before it. */
export async function keepWanted(): Promise<void> {
  const product = wanted
  wanted = undefined
  if (product) await change(product, true)
}

/** Who gave the login up does not want it any more. */
export function forgetWanted(): void {
  wanted = undefined
}

const couldNotKeep = toastFailure('Product could not be added to wishlist!')

/** Of what only has a name the rest is asked for first: the wishlist shows it whole. */
async function change(product: Hearted, isWanted: boolean): Promise<void> {
  const [whole, { changeWishlist }] = await Promise.all([
    wholeOf(product).catch(couldNotKeep),
    import('./wishlistOutbox.ts'),
  ])
  if (whole) await changeWishlist(whole, isWanted)
}

async function wholeOf(product: Hearted): Promise<Product> {
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
