import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { rules } from '#contract/rules.ts'
import { createLoadShedder } from './app/api/loadShedding.ts'
import type { openStore } from '#server/openStore.ts'
import { isLiveToken } from './platform/http/sessions.ts'
import { isHttpsOnly } from './platform/runtime/settings.ts'
import { stopOnSignal } from './platform/runtime/stopOnSignal.ts'

type Store = Pick<
  Awaited<ReturnType<typeof openStore>>,
  'app' | 'settings' | 'close' | 'hangUp' | 'load'
>

/**
 * Longer than the 60 seconds after which most proxies close idle connections, so that the server never
 * closes a connection that a proxy is about to use. Also saves readers a new connection for the next page.
 */
const keepAliveTimeoutMs = 75_000

/** Time limit for a whole request: a little more than the largest upload may take. */
const requestTimeoutMs = rules.returnPhotos.timeLimitMs + 30_000

/** Length of the accept queue. A client whose SYN is dropped retries only after 1 to 3 seconds. */
const backlog = 4096

/** Delay of a 503, which slows down clients that ignore `Retry-After` and retry at once. */
const rejectDelayMs = 250

/** Starts the HTTP server, which stops on SIGTERM and SIGINT. Resolves to its port, which is chosen freely for port 0. */
export function listen({ app, settings, close, hangUp, load }: Store): Promise<number> {
  const { port, host: hostname } = settings
  return new Promise((resolve) => {
    const serverOptions = { keepAliveTimeout: keepAliveTimeoutMs, requestTimeout: requestTimeoutMs }
    const fetch = createLoadShedder<HttpBindings>((request, env) => app.fetch(request, env), load, {
      rejectDelayMs,
      isLiveToken,
      isSecure: isHttpsOnly(settings),
    })
    const adaptorOptions = { fetch: fetch as typeof app.fetch, hostname, serverOptions }
    const server = createAdaptorServer(adaptorOptions) as Server
    server.listen({ port, host: hostname, backlog }, () =>
      resolve((server.address() as AddressInfo).port),
    )
    stopOnSignal({ server, close, hangUp })
  })
}
