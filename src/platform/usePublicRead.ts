import type { ReadNoun, ReadReply } from '#contract/api/schemas.ts'
import type { Read } from '#contract/api/reads.ts'
import { giveUp } from './lackedRead.ts'
import { useRead } from './useRead.ts'

/**
 * What a screen cannot be shown without; undefined while it is on its way. If it fails with nothing
 * to show, the error screen shows. On a first visit its answer is in the page already.
 */
export function usePublicRead<Noun extends ReadNoun>(
  read: Read<Noun>,
): ReadReply<Noun> | undefined {
  const { data, problem } = useRead(read)
  if (problem) giveUp(problem, read)
  return data
}
