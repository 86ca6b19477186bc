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
 * A connection may rest this long between two requests: a shopper who reads does not pay for a new
 * one, and it outlives the minute after which most proxies let go of theirs.
 */
const keepAliveMs = 75_000

/** A whole request has to arrive within this: a little more than the slowest body may take. */
const requestMs = rules.returnPhotos.arriveMs + 30_000

/** So many may knock within one moment: whom nobody hears knocks again a second later, or three. */
const backlog = 4096

/** Who does not hear what a refusal says, and asks again at once, then does so less often. */
const refusedAfterMs = 250

/** Opens the doors; a signal closes them. Gives back the port, which may have been left to chance. */
export function listen({ app, settings, close, hangUp, load }: Store): Promise<number> {
  const { port, host: hostname } = settings
  return new Promise((opened) => {
    const serverOptions = { keepAliveTimeout: keepAliveMs, requestTimeout: requestMs }
    const fetch = createLoadShedder<HttpBindings>((request, env) => app.fetch(request, env), load, {
      refusedAfterMs,
      isLiveToken,
      isSecure: isHttpsOnly(settings),
    })
    const door = { fetch: fetch as typeof app.fetch, hostname, serverOptions }
    const server = createAdaptorServer(door) as Server
    server.listen({ port, host: hostname, backlog }, () =>
      opened((server.address() as AddressInfo).port),
    )
    stopOnSignal({ server, close, hangUp })
  })
}
