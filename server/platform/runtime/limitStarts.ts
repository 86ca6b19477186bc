/**
 * Begins at most `maxPerTurn` tasks in one turn of the event loop; the others wait for the next turns, first in,
 * first out. Node accepts one new connection a turn, and reads what the database has sent between two turns: if
 * all requests of 500 connections were begun in the same turn, it would take half a second, and a new visitor
 * would wait for hundreds of them.
 */
export function createTurns(maxPerTurn: number) {
  const waiting: (() => void)[] = []
  let begun = 0

  function begin(task: () => void) {
    if (begun === 0) setImmediate(startTurn)
    begun += 1
    task()
  }
  function startTurn() {
    begun = 0
    for (const task of waiting.splice(0, maxPerTurn)) begin(task)
  }

  return <Result>(task: () => Result | Promise<Result>): Promise<Result> =>
    new Promise<void>((start) => {
      if (begun < maxPerTurn && waiting.length === 0) begin(start)
      else waiting.push(start)
    }).then(task)
}
