import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import * as rules from '#contract/rules.ts'
import { createLoadShedder } from './app/api/loadShedding.ts'
import type { openStore } from './openStore.ts'
import { wasTokenVerified } from './platform/http/sessions.ts'
import { isHttpsOnly } from './platform/runtime/settings.ts'
import { log } from './platform/observability/log.ts'

type Store = Pick<
  Awaited<ReturnType<typeof openStore>>,
  'app' | 'settings' | 'close' | 'closeEventStreams' | 'load'
>

/**
 * Longer than the 60 seconds after which most proxies close idle connections, so that the server never
 * closes a connection that a proxy is about to use. Also lets visitors reuse the connection for the next page.
 */
const keepAliveTimeoutMs = 75_000

/** Time limit for a whole request: a little more than the largest upload may take. */
const requestTimeoutMs = rules.returnPhotos.timeLimitMs + 30_000

/** Length of the accept queue. A client whose SYN is dropped retries only after 1 to 3 seconds. */
const backlog = 4096

/** Delay of a 503, which slows down clients that ignore `Retry-After` and retry at once. */
const rejectDelayMs = 250

/**
 * Starts the HTTP server, which stops on SIGTERM and SIGINT. Resolves to its port, which is chosen freely for port 0. Exits
 * with a sentence if the port cannot be opened.
 */
export function listen({ app, settings, close, closeEventStreams, load }: Store): Promise<number> {
  const { port, host: hostname } = settings
  return new Promise((resolve) => {
    const serverOptions = { keepAliveTimeout: keepAliveTimeoutMs, requestTimeout: requestTimeoutMs }
    const fetch = createLoadShedder<HttpBindings>((request, env) => app.fetch(request, env), load, {
      rejectDelayMs,
      wasTokenVerified,
      isSecure: isHttpsOnly(settings),
    })
    const adaptorOptions = { fetch: fetch as typeof app.fetch, hostname, serverOptions }
    const server = createAdaptorServer(adaptorOptions) as Server
    server.once('error', (error) => {
      process.stderr.write(`${listenProblem(error, port)}\n`)
      void close().finally(() => process.exit(1))
    })
    server.listen({ port, host: hostname, backlog }, () =>
      resolve((server.address() as AddressInfo).port),
    )
    stopOnSignal({ server, close, closeEventStreams })
  })
}

/** Why the server could not be started, and what to do about it. */
export function listenProblem(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Another program uses port ${port}. Stop it, or choose another port with PORT.`
  if (error.code === 'EACCES')
    return `Port ${port} needs more rights than this user has. Choose one above 1023 with PORT.`
  if (error.code === 'EADDRNOTAVAIL') return 'This machine has no such address. Check HOST.'
  return `The server could not be started: ${error.message}`
}

/** Time for running requests to finish. Some hosts kill a process 10 seconds after SIGTERM. */
const shutdownTimeoutMs = 6_000

/** Keep-alive connections become idle after their last response and would delay the shutdown, so they are closed at this interval. */
const closeIdleEveryMs = 100

type ShutdownOptions = {
  server: Server
  /** Ends open event streams, which would otherwise never finish. */
  closeEventStreams: () => void
  close: () => Promise<void>
}

/** Graceful shutdown on SIGTERM and SIGINT: stops accepting connections, waits for running requests, then calls `close`. */
function stopOnSignal({ server, closeEventStreams, close }: ShutdownOptions): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    const ended = new Promise((end) => server.close(end))
    closeEventStreams()
    server.closeIdleConnections()
    const idleTimer = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs)
    const forceTimer = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs)
    await ended
    clearInterval(idleTimer)
    clearTimeout(forceTimer)
    await close()
    log.info('The server has stopped')
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
