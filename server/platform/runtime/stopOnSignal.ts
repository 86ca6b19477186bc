import type { Server } from 'node:http'

import { log } from '#server/platform/observability/log.ts'

/** Time for running requests to finish. Some hosts kill a process 10 seconds after SIGTERM. */
const shutdownTimeoutMs = 6_000

/** Keep-alive connections become idle after their last response and would delay the shutdown, so they are closed at this interval. */
const closeIdleEveryMs = 100

type Closing = {
  server: Server
  /** Ends open event streams, which would otherwise never finish. */
  hangUp: () => void
  close: () => Promise<void>
}

/** Graceful shutdown on SIGTERM and SIGINT: stops accepting connections, waits for running requests, then calls `close`. */
export function stopOnSignal({ server, hangUp, close }: Closing): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    const ended = new Promise((end) => server.close(end))
    hangUp()
    server.closeIdleConnections()
    const tidy = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs)
    const cut = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs)
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
        log.error({ err: error }, 'The shutdown failed')
        process.exit(1)
      })
    })
  }
}
