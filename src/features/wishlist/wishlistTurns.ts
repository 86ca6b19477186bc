import { untilForgotten } from '#platform/persistedAtom.ts'

/** Writes go one after the other, so that the last tap is what stays. */
let lastWrite: Promise<unknown> = Promise.resolve()
let begun = 0
let unanswered = 0

export function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  begun += 1
  unanswered += 1
  const answer = lastWrite.then(ask).finally(() => (unanswered -= 1))
  lastWrite = answer.catch(() => undefined)
  return answer
}

/**
 * Begins a read: gives whether its answer may stand. A tap since then would be undone by it, and who
 * has signed out since left nothing behind.
 */
export function beginRead(): () => boolean {
  const before = begun
  const wasQuiet = unanswered === 0
  const isTheirs = untilForgotten()
  return () => wasQuiet && before === begun && isTheirs()
}
