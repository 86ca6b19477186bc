import { getDefaultStore } from 'jotai'

import type { Product } from '#contract/product.ts'
import { openLogin } from '#platform/login.ts'
import { userIdAtom } from '#platform/session.ts'
import { tellPlainly } from '#platform/tell.ts'
import { keepForLater, letGo } from './keepForLater.ts'
import { wishlistAtom } from './wishlistAtom.ts'

/** What a visitor tapped the heart of; it is kept as soon as they are signed in. */
let wanted: Product | undefined

/** Keeps the product, or lets it go. A visitor is asked to sign in first. */
export async function tapHeart(product: Product): Promise<void> {
  const store = getDefaultStore()
  if (store.get(userIdAtom)) {
    const isKept = store.get(wishlistAtom).ids.includes(product._id)
    return isKept ? letGo(product) : keepForLater(product)
  }
  wanted = product
  openLogin()
  await tellPlainly('Please login to add to wishlist')
}

/** After a login: does what was tapped before it. */
export async function keepWanted(): Promise<void> {
  const product = wanted
  wanted = undefined
  if (product) await keepForLater(product)
}

/** Who gave the login up does not want it any more. */
export function forgetWanted(): void {
  wanted = undefined
}
