import { useEffect, useState } from 'react'
import useSWR, { unstable_serialize, useSWRConfig } from 'swr'

import type { ReadNoun, ReadReply } from '#contract/api/schemas.ts'
import type { Read } from '#contract/api/reads.ts'
import { askRead } from './askRead.ts'
import { rememberRead } from './seenReads.ts'

/**
 * A public read for screens, and why it has brought nothing. What failed before the screen opened
 * is asked for again, and is no failure of this screen until that is answered.
 */
export function useRead<Noun extends ReadNoun>(read: Read<Noun>) {
  const { cache } = useSWRConfig()
  const { data, error, mutate } = useSWR<ReadReply<Noun>, Error>(read, () => askRead(read))
  const [before] = useState(error)
  const key = unstable_serialize(read)
  useEffect(() => {
    // SWR asks by itself, except where another part of the page has failed with it already.
    const kept = cache.get(key)
    if (kept?.error && !kept.isValidating) void mutate()
  }, [cache, key, mutate])

  const isAnswered = data !== undefined
  useEffect(() => {
    if (isAnswered) rememberRead(read)
  }, [read, isAnswered])
  return { data, problem: isAnswered || error === before ? undefined : error }
}
