import type { Read } from '#contract/reads.ts'
import type { ReadNoun, ReadReply } from '#contract/readReplies.ts'

/**
 * What a public read brings. The first sight of a page asks nothing, so what asks and checks comes
 * with the first question.
 */
export async function askRead<Noun extends ReadNoun>(
  read: Read<Noun>,
  signal?: AbortSignal,
): Promise<ReadReply<Noun>> {
  const { sendRead } = await import('./sendRead.ts')
  return sendRead(read, signal)
}
