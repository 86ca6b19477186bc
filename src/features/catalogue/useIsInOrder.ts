import { useState } from 'react'

/** What a part of a page shows; undefined while it is on its way. */
export type Items = unknown[] | undefined

/**
 * Whether parts that stand one below the other come in this order, so that one with nothing to show
 * moves none that is there. No longer once all have been there.
 */
export function useIsInOrder(parts: Items[]): boolean {
  const isWhole = !parts.includes(undefined)
  const [wasWhole, setWasWhole] = useState(isWhole)
  if (isWhole && !wasWhole) setWasWhole(true)
  return !wasWhole
}
