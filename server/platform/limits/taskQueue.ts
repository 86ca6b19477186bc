type Limits = {
  /** Tasks that run at the same time. */
  max: number
  /** Tasks that may wait; unlimited by default. */
  maxWaiting?: number
}

/** Thrown at once if the queue is full. */
export class QueueFull extends Error {}

/** Runs tasks with limited concurrency, first in, first out. */
export function taskQueue({ max, maxWaiting = Infinity }: Limits) {
  let running = 0
  const waiting: (() => void)[] = []

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < max) running += 1
    else if (waiting.length >= maxWaiting) throw new QueueFull('Too many tasks are waiting')
    // A finished task starts the next one in its slot, so `running` stays the same.
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
