import { join } from 'node:path'

import { createFetcher } from './app/api/createApp.ts'
import { noNotice, readBuiltPage } from './app/documents/builtPage.ts'
import { noThirdPartyHosts, razorpayHosts } from './app/documents/contentPolicy.ts'
import { deskRoutes } from './app/documents/deskRoutes.ts'
import { keepBuilds } from './app/files/builds.ts'
import { fileRoutes, manifestRoute } from './app/files/fileRoutes.ts'
import { killSwitchRoute } from './app/files/killSwitch.ts'
import { mapsFrameRoute, readFrameProgram } from './app/documents/mapsFrameRoute.ts'
import { pageRoutes, type RenderPage } from './app/documents/pageRoutes.ts'
import { listen } from './listen.ts'
import { rehearsalNotice } from './demo/rehearsal/rehearsalRoutes.ts'
import { openStore } from '#server/openStore.ts'

const page = join(import.meta.dirname, '../page')
const desk = join(import.meta.dirname, '../desk')
const { renderPage } = (await import(
  /* @vite-ignore */ join(import.meta.dirname, 'renderPage.js')
)) as { renderPage: RenderPage }

const { app, settings, database, close, closeEventStreams, load, renders, currentPath } =
  await openStore()
const fetcher = createFetcher(app)
const notice = settings.isRehearsal ? rehearsalNotice : noNotice
app.route('/', manifestRoute(page, fetcher))
if (!settings.hasServiceWorker) app.route('/', killSwitchRoute)
app.route('/', fileRoutes(page, await keepBuilds(page, settings.dataDir)))
const { maps } = settings
/** Every document may embed the maps, which run in a frame of their own. */
const frameOrigins = maps ? [maps.origin ?? "'self'"] : []
const olderDesks = await keepBuilds(desk, join(settings.dataDir, 'desk'))
app.route('/', deskRoutes({ folder: desk, olderBuilds: olderDesks, fetcher, frameOrigins, notice }))
if (maps) {
  const program = readFrameProgram(join(import.meta.dirname, '../maps/mapsFrame.js'))
  const { publicOrigin: storeOrigin } = settings
  app.route('/', mapsFrameRoute({ program, storeOrigin, mapsOrigin: maps.origin }))
}
app.route(
  '/',
  pageRoutes({
    fetcher,
    renderPage,
    builtPage: readBuiltPage(page, join(import.meta.dirname, '../loader/loader.js'), notice),
    origin: settings.publicOrigin,
    checkoutHosts:
      settings.razorpay && !settings.razorpayOrigin ? razorpayHosts : noThirdPartyHosts,
    frameOrigins,
    trustedProxies: settings.hasRateLimits ? settings.trustedProxies : undefined,
    load: renders,
    currentPath,
  }),
)

await listen({ app, settings, close, closeEventStreams, load })
const messages = [`Pehno is running at ${settings.publicOrigin}`]
if (settings.isDemo) {
  const { demoLogins } = await import('./demo/seedStaff.ts')
  messages.push(`OTPs for logging in: ${settings.publicOrigin}/dev/inbox`)
  messages.push(`Staff desk: ${settings.publicOrigin}/desk, as ${await demoLogins(database.db)}`)
}
if (settings.isRehearsal)
  messages.push('This is a rehearsal: payments and text messages are not real.')
process.stdout.write(`${messages.join('\n')}\n`)
