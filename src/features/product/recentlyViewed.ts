import { atom } from 'jotai'

import type { Product } from '#contract/product.ts'
import { rules } from '#contract/rules.ts'
import { persistedAtom } from '#platform/persistedAtom.ts'
import type { ViewedProduct } from './viewedProduct.ts'

const schema = async () => (await import('./viewedProduct.ts')).ViewedProducts

/** The products that were looked at on this device, newest first. */
export const recentlyViewedAtom = persistedAtom<ViewedProduct[]>('recently-viewed', schema, [])

export const rememberProductAtom = atom(null, (_get, set, product: Product) =>
  set(recentlyViewedAtom, (viewed) => withViewed(viewed, product)),
)

export function withViewed(viewed: ViewedProduct[], product: Product): ViewedProduct[] {
  const { _id, name, brand, photos, tint } = product
  const others = viewed.filter((other) => other._id !== _id)
  const newest = { _id, name, brandName: brand.name, photo: photos[0], tint }
  return [newest, ...others].slice(0, rules.recentlyViewed.kept)
}
