import { useEffect } from 'react'
import { type ScopedMutator, useSWRConfig } from 'swr'

import { categoriesRead } from '#contract/api/reads.ts'
import { fetchRead } from './reads.ts'

/** The caches, by their `mutate`, whose categories are complete or being read. */
const completed = new WeakSet<ScopedMutator>()

/** Reads all categories once: a first page has only part of them. */
export function loadAllCategories(mutate: ScopedMutator): void {
  if (completed.has(mutate)) return
  completed.add(mutate)
  const read = () => fetchRead(categoriesRead)
  mutate(categoriesRead, read, { revalidate: false }).catch(() => {
    completed.delete(mutate)
    // Where categories are shown, SWR repeats the read, and says why there are none.
    void mutate(categoriesRead)
  })
}

/** Reads all categories for components that show more than a first page does. */
export function useAllCategories(): void {
  const { mutate } = useSWRConfig()
  useEffect(() => loadAllCategories(mutate), [mutate])
}
