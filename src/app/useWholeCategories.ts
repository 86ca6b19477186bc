import { useEffect } from 'react'
import { useSWRConfig } from 'swr'

import { categoriesRead } from '#contract/reads.ts'

/** A first page came with the categories in brief: the next one needs all of them. */
export function useWholeCategories(): void {
  const { mutate } = useSWRConfig()
  useEffect(() => void mutate(categoriesRead), [mutate])
}
