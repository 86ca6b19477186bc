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

/** Begins a read: gives whether its answer may stand, or a tap since then would be undone by it. */
export function beginRead(): () => boolean {
  const before = begun
  const wasQuiet = unanswered === 0
  return () => wasQuiet && before === begun
}
