import { useEffect } from 'react'
import { type ScopedMutator, useSWRConfig } from 'swr'

import { categoriesRead } from '#contract/api/reads.ts'

let loading: Promise<unknown> | undefined

/**
 * Reads all categories once: a first page has only part of them. If no part of the page shows
 * categories yet, none are read.
 */
export function loadAllCategories(mutate: ScopedMutator): void {
  loading ??= mutate(categoriesRead).then((whole) => {
    if (!whole) loading = undefined
  })
}

/** Reads all categories for components that show more than a first page does. */
export function useAllCategories(): void {
  const { mutate } = useSWRConfig()
  useEffect(() => loadAllCategories(mutate), [mutate])
}
