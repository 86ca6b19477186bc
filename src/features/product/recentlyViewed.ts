import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

import type { Product } from '#contract/catalogue/product.ts'
import * as rules from '#contract/rules.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import type { ViewedProduct } from './viewedProduct.ts'

const schema = async () => (await import('./viewedProduct.ts')).ViewedProducts

/** Products viewed on this device, newest first. */
export const recentlyViewedAtom = persistedAtom<ViewedProduct[]>('recently-viewed', schema, [])

const rememberProductAtom = atom(null, (_get, set, product: Product) =>
  set(recentlyViewedAtom, (viewed) => addViewed(viewed, product)),
)

export function addViewed(viewed: ViewedProduct[], product: Product): ViewedProduct[] {
  const { _id, name, brand, photos, tint } = product
  const others = viewed.filter((other) => other._id !== _id)
  const newest = { _id, name, brandName: brand.name, photo: photos[0], tint }
  return [newest, ...others].slice(0, rules.recentlyViewed.maxProducts)
}

/** Recently viewed products without the one that is shown. */
export function useRecentlyViewed(shownId?: string): ViewedProduct[] {
  return useAtomValue(recentlyViewedAtom).filter(({ _id }) => _id !== shownId)
}

/** Adds the product that is shown to the recently viewed ones. */
export function useRememberViewed(shown: Product | undefined): void {
  const remember = useSetAtom(rememberProductAtom)
  useEffect(() => {
    if (shown) void remember(shown)
  }, [shown, remember])
}
