import { atom } from 'jotai'
import * as v from 'valibot'

import type { Product } from '#contract/product.ts'
import { rules } from '#contract/rules.ts'
import { persistedAtom } from '#platform/persistedAtom.ts'

/** What does not change of a product: its price and stock are asked for where they are shown. */
export const ViewedProduct = v.object({
  _id: v.string(),
  name: v.string(),
  brandName: v.string(),
  photo: v.optional(v.string()),
  tint: v.number(),
})
export type ViewedProduct = v.InferOutput<typeof ViewedProduct>

/** The products that were looked at on this device, newest first. */
export const recentlyViewedAtom = persistedAtom('recently-viewed', v.array(ViewedProduct), [])

export const rememberProductAtom = atom(null, (_get, set, product: Product) =>
  set(recentlyViewedAtom, (viewed) => withViewed(viewed, product)),
)

export function withViewed(viewed: ViewedProduct[], product: Product): ViewedProduct[] {
  const { _id, name, brand, photos, tint } = product
  const others = viewed.filter((other) => other._id !== _id)
  const newest = { _id, name, brandName: brand.name, photo: photos[0], tint }
  return [newest, ...others].slice(0, rules.recentlyViewed.kept)
}
