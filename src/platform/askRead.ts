import type { Read } from '#contract/api/reads.ts'
import type { ReadNoun, ReadReply } from '#contract/api/schemas.ts'

/** How long an answer that was asked for ahead is as good as one asked for now. */
const earlyForMs = 10_000
const early = new Map<string, { answer: Promise<unknown>; until: number }>()

/**
 * What a public read brings. The first sight of a page asks nothing, so what asks and checks comes
 * with the first question.
 */
export async function askRead<Noun extends ReadNoun>(
  read: Read<Noun>,
  signal?: AbortSignal,
): Promise<ReadReply<Noun>> {
  const [, path] = read
  const ahead = early.get(path)
  early.delete(path)
  if (ahead && ahead.until > Date.now()) {
    return ahead.answer.catch(() => send(read, signal)) as Promise<ReadReply<Noun>>
  }
  return send(read, signal)
}

/** Asks already now for what will probably be asked for in a moment; one answer serves one question. */
export function askAhead(read: Read): void {
  const [, path] = read
  const known = early.get(path)
  if (known && known.until > Date.now()) return
  const answer = send(read)
  answer.catch(() => undefined)
  early.set(path, { answer, until: Date.now() + earlyForMs })
}

async function send<Noun extends ReadNoun>(
  read: Read<Noun>,
  signal?: AbortSignal,
): Promise<ReadReply<Noun>> {
  const { sendRead } = await import('./sendRead.ts')
  return sendRead(read, signal)
}
