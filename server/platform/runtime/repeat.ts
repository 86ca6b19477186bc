import { log } from '#server/platform/observability/log.ts'

/**
 * Runs a job immediately and then repeatedly, pausing between runs; errors are logged. Returns a function
 * that stops it and waits for a running job to finish.
 */
export function repeat(pauseMs: number, job: () => Promise<unknown>): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const run = () => {
    running = job()
      .catch((error: unknown) => log.error({ err: error }, 'A background job failed'))
      .then(() => {
        if (!isStopped) timer = setTimeout(run, pauseMs).unref()
      })
  }
  run()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
