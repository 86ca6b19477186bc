import { useEffect } from 'react'
import useSWR from 'swr'

import type { Read } from '#contract/api/reads.ts'
import { fetchRead } from '#platform/api/reads.ts'
import { recordRead } from '#platform/serviceWorker/workerClient.ts'

/**
 * One page of a list. Unlike other reads, one that fails does not take the whole screen: what was
 * loaded before stays, with a way to try again.
 */
export function useListPage(read: Read<'products'> | null, isLater = false) {
  const { data, error, isLoading, mutate } = useSWR(
    read,
    () => fetchRead(read as Read<'products'>),
    // Later pages are not asked again when a shopper comes back: they would move the list.
    { shouldRetryOnError: false, ...(isLater && { revalidateIfStale: false }) },
  )
  const path = data && read?.[1]
  useEffect(() => {
    if (path) recordRead(['products', path])
  }, [path])

  return {
    page: data?.result,
    isLoading,
    error: data ? undefined : (error as Error | undefined),
    retry: () => void mutate(),
  }
}
