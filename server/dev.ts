import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { build, createServer as createViteServer } from 'vite'

import { isServerRoute } from '#contract/pages/paths.ts'
import { deskDocument } from './app/documents/deskRoutes.ts'
import { createFetcher } from './app/api/createApp.ts'
import { mapsFrameRoute, readFrameProgram } from './app/documents/mapsFrameRoute.ts'
import type { RenderPage } from './app/documents/pageRoutes.ts'
import { openStore } from './openStore.ts'

/**
 * Development server: vite serves and reloads the page's modules, everything else is as in production.
 * Documents are rendered from source too, without the content security policy, which would block vite's
 * scripts.
 */
const { app, settings, close } = await openStore()
const fetcher = createFetcher(app)
const vite = await createViteServer({ server: { middlewareMode: true }, appType: 'custom' })

if (settings.maps) {
  await build({ mode: 'maps', logLevel: 'error' })
  const program = readFrameProgram('dist/maps/mapsFrame.js')
  const { publicOrigin: storeOrigin, maps } = settings
  app.route('/', mapsFrameRoute({ program, storeOrigin, mapsOrigin: maps.origin }))
}

app.get('/dev/gallery', async (c) => {
  const page = await readFile('src/ui/gallery/index.html', 'utf8')
  return c.html(await vite.transformIndexHtml(c.req.path, page))
})

app.get('/desk/*', async (c) => {
  const template = await readFile('src/desk/index.html', 'utf8')
  // The build's root is the folder of the desk, vite's own is `src`.
  const html = deskDocument(template, 'Pehno Desk').replace('/main.tsx', '/desk/main.tsx')
  return c.html(await vite.transformIndexHtml(c.req.path, html))
})
app.get('/desk', (c) => c.redirect('/desk/'))

app.get('*', async (c) => {
  const { renderPage } = (await vite.ssrLoadModule('/renderPage.tsx')) as { renderPage: RenderPage }
  const rendered = await renderPage(new URL(c.req.url), fetcher)
  const template = await readFile('src/index.html', 'utf8')
  const responses = JSON.stringify(rendered.responses).replaceAll('<', '\\u003c')
  const html = template
    .replace('<!--head-->', `<title>${rendered.head.title}</title>`)
    .replace('<!--page-->', () => rendered.html)
    .replace(
      '<!--responses-->',
      () => `<script type="application/json" id="responses">${responses}</script>`,
    )
  return c.html(await vite.transformIndexHtml(c.req.path, html), rendered.isNotFound ? 404 : 200)
})

const listener = getRequestListener(app.fetch)
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', settings.publicOrigin)
  const isModule = /^\/desk\/.*\.\w+$/.test(pathname)
  if (isServerRoute(pathname) && !isModule) void listener(request, response)
  else vite.middlewares(request, response, () => void listener(request, response))
})
server.listen(settings.port, settings.host, () => {
  process.stdout.write(`Pehno from source is running at ${settings.publicOrigin}\n`)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(
    signal,
    () =>
      void vite
        .close()
        .then(close)
        .then(() => process.exit(0)),
  )
}
