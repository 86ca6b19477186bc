import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { Server } from 'node:http'

import { askOf } from '#server/app/askOf.ts'
import { readBuiltPage } from '#server/app/builtPage.ts'
import { noForeignHosts } from '#server/app/contentPolicy.ts'
import { fileRoutes } from '#server/app/fileRoutes.ts'
import { pageRoutes, type RenderPage } from '#server/app/pageRoutes.ts'
import { openStore } from '#server/openStore.ts'
import { stopOnSignal } from '#server/platform/stopOnSignal.ts'

const page = join(import.meta.dirname, '../page')
const { renderPage } = (await import(
  /* @vite-ignore */ join(import.meta.dirname, 'renderPage.js')
)) as { renderPage: RenderPage }

const { app, settings, close } = await openStore()
app.route('/', fileRoutes(page))
app.route(
  '/',
  pageRoutes({
    ask: askOf(app),
    renderPage,
    built: readBuiltPage(page),
    origin: settings.publicOrigin,
    checkoutHosts: noForeignHosts,
  }),
)

const { port, host: hostname } = settings
const server = serve({ fetch: app.fetch, port, hostname }, () => {
  const words = [`Pehno is open at ${settings.publicOrigin}`]
  if (settings.isDemo) words.push(`Codes for signing in: ${settings.publicOrigin}/dev/inbox`)
  process.stdout.write(`${words.join('\n')}\n`)
})
stopOnSignal({ server: server as Server, close })
