import { useEffect } from 'react'
import type { SWRConfiguration } from 'swr'

import type { ReadNoun, ReadReply } from '#contract/readReplies.ts'
import type { Read } from '#contract/reads.ts'
import { askRead } from './askRead.ts'
import { rememberRead } from './seenReads.ts'
import { useRead } from './useRead.ts'

/** A public read for screens. On a first visit its answer is in the page already. */
export function usePublicRead<Noun extends ReadNoun>(
  read: Read<Noun> | null,
  options: SWRConfiguration = {},
) {
  const answer = useRead<ReadReply<Noun>>(read, () => askRead(read as Read<Noun>), options)
  const isAnswered = answer.data !== undefined
  useEffect(() => {
    if (read && isAnswered) rememberRead(read)
  }, [read, isAnswered])
  return answer
}
