import { type HttpBindings, serve } from '@hono/node-server'
import type { Server } from 'node:http'

import { shedReads } from '#server/app/shedReads.ts'
import type { openStore } from '#server/openStore.ts'
import { stopOnSignal } from '#server/platform/stopOnSignal.ts'

type Store = Pick<
  Awaited<ReturnType<typeof openStore>>,
  'app' | 'settings' | 'close' | 'hangUp' | 'load'
>

/**
 * A connection may rest this long between two requests: a shopper who reads does not pay for a new
 * one, and it outlives the minute after which most proxies let go of theirs.
 */
const keepAliveMs = 75_000

/** Opens the doors; a signal closes them. Gives back the port, which may have been left to chance. */
export function listen({ app, settings, close, hangUp, load }: Store): Promise<number> {
  const { port, host: hostname } = settings
  return new Promise((opened) => {
    const serverOptions = { keepAliveTimeout: keepAliveMs }
    const fetch = shedReads<HttpBindings>((request, env) => app.fetch(request, env), load)
    const door = { fetch: fetch as typeof app.fetch, port, hostname, serverOptions }
    const server = serve(door, (address) => opened(address.port))
    stopOnSignal({ server: server as Server, close, hangUp })
  })
}
