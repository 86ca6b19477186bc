import { log } from '#server/platform/observability/log.ts'

/**
 * Does something at once and then again and again, with a pause between; what goes wrong is logged.
 * Gives back how to stop, which waits for what is being done.
 */
export function repeat(pauseMs: number, act: () => Promise<unknown>): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()

  const turn = () => {
    round = act()
      .catch((error: unknown) => log.error({ err: error }, 'What repeats by itself has failed'))
      .then(() => {
        if (!isStopped) timer = setTimeout(turn, pauseMs).unref()
      })
  }
  turn()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await round
  }
}
