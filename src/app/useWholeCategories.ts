import { useEffect } from 'react'
import { useSWRConfig } from 'swr'

import { askWholeCategories } from './askWholeCategories.ts'

/** For what shows more of the categories than a first page does. */
export function useWholeCategories(): void {
  const { mutate } = useSWRConfig()
  useEffect(() => askWholeCategories(mutate), [mutate])
}
