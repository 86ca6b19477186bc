import { useEffect } from 'react'
import useSWR from 'swr'

import type { ReadNoun, ReadReply } from '#contract/readReplies.ts'
import type { Read } from '#contract/reads.ts'
import { askRead } from './askRead.ts'
import { rememberRead } from './seenReads.ts'

/** A public read for what is not the page itself: without an answer the page goes on without it. */
export function useOptionalRead<Noun extends ReadNoun>(read: Read<Noun> | null) {
  const { data } = useSWR<ReadReply<Noun>, Error>(read, () => askRead(read as Read<Noun>))
  const isAnswered = data !== undefined
  useEffect(() => {
    if (read && isAnswered) rememberRead(read)
  }, [read, isAnswered])
  return data
}
