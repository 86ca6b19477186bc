import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

import type { Product } from '#contract/product.ts'
import { recentlyViewedAtom, rememberProductAtom } from './recentlyViewed.ts'
import type { ViewedProduct } from './viewedProduct.ts'

/** What was looked at before, without `current`, which is remembered for the next time. */
export function useRecentlyViewed(current?: Product): ViewedProduct[] {
  const viewed = useAtomValue(recentlyViewedAtom)
  const remember = useSetAtom(rememberProductAtom)
  useEffect(() => {
    if (current) void remember(current)
  }, [current, remember])
  return viewed.filter(({ _id }) => _id !== current?._id)
}
