type Limits = {
  /** Tasks that run at the same time. */
  most: number
  /** Tasks that may wait for their turn. Left out: as many as come. */
  mostWaiting?: number
}

/** Thrown at once to the task that would wait behind too many others. */
export class QueueFull extends Error {}

/** Runs costly tasks a few at a time, in the order in which they came. */
export function taskQueue({ most, mostWaiting = Infinity }: Limits) {
  let running = 0
  const waiting: (() => void)[] = []

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < most) running += 1
    else if (waiting.length >= mostWaiting) throw new QueueFull('Too many tasks are waiting')
    // Whoever ends hands over its place.
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
