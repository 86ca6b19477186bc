import { useEffect } from 'react'
import useSWR from 'swr'

import type { ReadNoun, ReadReply } from '#contract/api/schemas.ts'
import type { Read } from '#contract/api/reads.ts'
import { askRead } from './askRead.ts'
import { rememberRead } from './seenReads.ts'

/** A public read for what is not the page itself: without an answer the page goes on without it. */
export const useOptionalRead = <Noun extends ReadNoun>(read: Read<Noun> | null) =>
  useOptionalAnswer(read).data

/** The same, and whether its answer is still to come; what has failed is not waited for. */
export function useOptionalAnswer<Noun extends ReadNoun>(read: Read<Noun> | null) {
  const { data, error } = useSWR<ReadReply<Noun>, Error>(read, () => askRead(read as Read<Noun>))
  const isAnswered = data !== undefined
  useEffect(() => {
    if (read && isAnswered) rememberRead(read)
  }, [read, isAnswered])
  return { data, isWaiting: read !== null && !isAnswered && error === undefined }
}
