import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useSWRConfig } from 'swr'

import type { Read } from '#contract/api/reads.ts'
import { useStoredAt } from '#platform/api/storedAge.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { agoText } from '#ui/text/agoText.ts'
import styles from './ReadAgeNote.module.css'

/** How often a page with cached data is revalidated while the store can be reached. */
const askAgainMs = 5000

/** Shows the age of a page's data if it comes from the cache, and replaces it once it can. */
export function ReadAgeNote({ read }: { read: Read | undefined }) {
  const savedAt = useStoredAt(read)
  const { mutate } = useSWRConfig()
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const isStored = savedAt !== undefined
  const [noun, path] = read ?? []
  useEffect(() => {
    // SWR revalidates when a lost connection comes back. A slow connection triggers no such event.
    if (!path || !isStored || isOffline) return
    const askAgain = () => {
      if (!document.hidden) mutate([noun, path]).catch(() => undefined)
    }
    const timer = setInterval(askAgain, askAgainMs)
    return () => clearInterval(timer)
  }, [noun, path, isStored, isOffline, mutate])
  return <PriceAgeNote key={read?.[1]} savedAt={savedAt} />
}

/**
 * Shows the age of data that the device stores itself, such as the bag. `savedAt` is in ms since 1970. Once
 * the data is up to date the note says so and stays, because removing it would move the page. If the data
 * was shown before its age was known, the note floats instead while the data is out of date.
 */
export function PriceAgeNote({ savedAt }: { savedAt: number | undefined }) {
  const [isFloating] = useState(savedAt === undefined)
  const [lastSavedAt, setLastSavedAt] = useState(savedAt)
  if (savedAt !== undefined && savedAt !== lastSavedAt) setLastSavedAt(savedAt)
  const isUpToDate = savedAt === undefined
  if (lastSavedAt === undefined || (isFloating && isUpToDate)) return null
  return (
    <Note icon={isUpToDate ? 'check' : 'wifi-off'} isFloating={isFloating}>
      <div className={styles.texts}>
        <span data-hidden={isUpToDate || undefined}>
          Prices from {agoText(lastSavedAt)}. They may have changed since
          {isFloating ? '.' : ', and sizes may have sold out.'}
        </span>
        {isUpToDate && <span>Prices are up to date.</span>}
      </div>
    </Note>
  )
}
