import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useSWRConfig } from 'swr'

import type { Read } from '#contract/api/reads.ts'
import { useStoredAt } from '#platform/api/reads/storedAge.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { AgeNote } from '#ui/feedback/AgeNote.tsx'

/** How often a page with cached data is revalidated while the store can be reached. */
const revalidateMs = 5000

/** Shows the age of a page's prices if they come from the cache, and replaces them once it can. */
export function ReadAgeNote({ read }: { read: Read | undefined }) {
  return <PriceAgeNote key={read?.[1]} savedAt={useStoredReads(read ? [read] : [])} />
}

/** When the oldest of these reads was stored, in ms since 1970; they are sent again once they can. */
export function useStoredReads(reads: Read[]): number | undefined {
  const savedAt = useStoredAt(reads)
  const { mutate } = useSWRConfig()
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const isStored = savedAt !== undefined
  const keys = JSON.stringify(reads)
  useEffect(() => {
    // SWR revalidates when a lost connection comes back. A slow connection triggers no such event.
    if (!isStored || isOffline) return
    const revalidate = () => {
      if (document.hidden) return
      for (const read of JSON.parse(keys) as Read[]) mutate(read).catch(() => undefined)
    }
    const timer = setInterval(revalidate, revalidateMs)
    return () => clearInterval(timer)
  }, [keys, isStored, isOffline, mutate])
  return savedAt
}

/** Shows the age of data that the device stores itself, such as the bag. `savedAt` is in ms since 1970. */
export function PriceAgeNote({ savedAt }: { savedAt: number | undefined }) {
  return (
    <AgeNote savedAt={savedAt} icon="wifi-off" upToDateText="Prices are up to date.">
      {(age, isFloating) =>
        isFloating
          ? `Prices from ${age}. They may have changed since.`
          : `Prices from ${age}. They may have changed since, and sizes may have sold out.`
      }
    </AgeNote>
  )
}
