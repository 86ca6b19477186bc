import type { Server } from 'node:http'

import { log } from '#server/platform/observability/log.ts'

/** A request may take this long to end before it is cut off: some hosts kill what stands after ten seconds. */
const patienceMs = 6_000

/** A connection whose last answer is out would be kept open for a next request. */
const idleLookMs = 100

type Closing = {
  server: Server
  /** Ends what would never end by itself. */
  hangUp: () => void
  close: () => Promise<void>
}

/** On SIGTERM and SIGINT: nothing new comes in, what is under way ends, then `close` is called. */
export function stopOnSignal({ server, hangUp, close }: Closing): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    const ended = new Promise((end) => server.close(end))
    hangUp()
    server.closeIdleConnections()
    const tidy = setInterval(() => server.closeIdleConnections(), idleLookMs)
    const cut = setTimeout(() => server.closeAllConnections(), patienceMs)
    await ended
    clearInterval(tidy)
    clearTimeout(cut)
    await close()
    log.info('The store is closed')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        log.error({ err: error }, 'The store did not close well')
        process.exit(1)
      })
    })
  }
}
