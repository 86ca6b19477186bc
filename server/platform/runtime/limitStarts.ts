/**
 * Starts at most `maxPerTurn` tasks between two runs of `setImmediate`; the others wait, first in, first out.
 * Node accepts one new connection in each turn of the event loop, and reads what the database has sent between
 * two turns: if the requests of 500 connections were all started in the same turn, it would take half a second,
 * and a new visitor would wait for hundreds of such turns.
 */
export function limitStarts(maxPerTurn: number) {
  const waiting: (() => void)[] = []
  let started = 0

  function start(task: () => void) {
    if (started === 0) setImmediate(startNext)
    started += 1
    task()
  }
  function startNext() {
    started = 0
    for (const task of waiting.splice(0, maxPerTurn)) start(task)
  }

  return <Result>(task: () => Result | Promise<Result>): Promise<Result> =>
    new Promise<void>((resolve) => {
      if (started < maxPerTurn && waiting.length === 0) start(resolve)
      else waiting.push(resolve)
    }).then(task)
}
