import { serve } from '@hono/node-server'
import type { Server } from 'node:http'

import type { openStore } from '#server/openStore.ts'
import { stopOnSignal } from '#server/platform/stopOnSignal.ts'

type Store = Pick<Awaited<ReturnType<typeof openStore>>, 'app' | 'settings' | 'close' | 'hangUp'>

/** Opens the doors; a signal closes them. Gives back the port, which may have been left to chance. */
export function listen({ app, settings, close, hangUp }: Store): Promise<number> {
  const { port, host: hostname } = settings
  return new Promise((opened) => {
    const server = serve({ fetch: app.fetch, port, hostname }, (address) => opened(address.port))
    stopOnSignal({ server: server as Server, close, hangUp })
  })
}
