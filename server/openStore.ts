import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'

import { type App, createApp } from './app/api/createApp.ts'
import { metricsRoutes } from './app/operations/operationRoutes.ts'
import type { RenderLoad } from './app/documents/pageRoutes.ts'
import { robotsRoute, sitemapRoutes } from './app/files/sitemap.ts'
import { productPhotoRoutes } from './app/files/fileRoutes.ts'
import { startLoadMonitor } from './app/api/loadShedding.ts'
import { shareRoutes } from './app/files/shareImages.ts'
import { type StoreDeps, storeHandlers } from './app/api/storeHandlers.ts'
import type { Database } from './database/client/connect.ts'
import { migrate, NewerDatabaseError } from '#server/database/migrate.ts'
import { isUnreachable, waitForDatabase } from '#server/database/waitForDatabase.ts'
import { type OpenDatabase, openDatabase, vacuumDatabase } from '#server/database/openDatabase.ts'
import { saveInitialStoreFacts } from './commerce/storeFacts.ts'
import { startCourier } from '#server/demo/courier.ts'
import { demoFacts } from './demo/demoFacts.ts'
import { inboxSender } from '#server/demo/inbox.ts'
import { inboxRoutes } from './demo/inbox.ts'
import { imageRoutes } from './demo/imageRoutes.ts'
import { rehearsalRoutes } from '#server/demo/rehearsal/rehearsalRoutes.ts'
import { openSandbox } from './demo/payments/sandboxApi.ts'
import { startWebhookDelivery } from './demo/payments/sandboxWebhooks.ts'
import { attribution } from '#server/features/location/gazetteer.ts'
import { createProductCache } from './commerce/catalogue/products.ts'
import type { BuildProgress } from './commerce/search/index/buildSnapshot.ts'
import { createCatalogueIndex } from './commerce/search/index/catalogueIndex.ts'
import { createSearchCounter } from './commerce/search/trendingSearches.ts'
import { mergedListPath } from './features/catalogue/lists/productList.ts'
import { startProductAlerts } from './jobs/productAlerts.ts'
import { startPaymentSweep } from './features/payments/reconcilePayments.ts'
import { webhookRoutes } from './features/payments/webhooks.ts'
import { returnPhotoRoutes } from '#server/features/orders/returns.ts'
import { doorPhotoRoutes } from '#server/features/orders/staff/delivery/doorPhotos.ts'
import { reviewPhotoRoutes } from './features/reviews/reviewPhotos.ts'
import { type ReadCounts, startReadLimitSync } from '#server/platform/limits/rateLimits.ts'
import { startMessages } from './jobs/sendMessages.ts'
import { startPlaceAlerts } from './jobs/placeAlerts.ts'
import { startEvents } from './jobs/publishEvents.ts'
import { startPushes } from './jobs/sendPushes.ts'
import { startStaffPushes } from './jobs/sendStaffPushes.ts'
import { startWebhooks } from './jobs/sendWebhooks.ts'
import { startPopularity } from './jobs/popularity.ts'
import { startCleanup, startVacuum } from './jobs/maintenance.ts'
import { startPhotoCleanup } from './jobs/photoCleanup.ts'
import { isPushService } from '#server/features/notifications/notificationHandlers.ts'
import { log } from './platform/observability/log.ts'
import { loadPepper, loadSecret } from './platform/storage/secrets.ts'
import { msg91 } from './platform/messaging/sms.ts'
import type { PaymentProvider } from './platform/payments/paymentProvider.ts'
import { razorpay } from './platform/payments/razorpay.ts'
import { loadPushKeys, webPush } from './platform/push/webPush.ts'
import { webhookSender } from './platform/webhooks/sendWebhook.ts'
import { createOrderEvents } from './features/orders/orderEvents.ts'
import {
  isHttpsOnly,
  loadEnvFile,
  readSettings,
  type Settings,
  photoFolder,
} from './platform/runtime/settings.ts'
import { repeat } from './platform/runtime/repeat.ts'

/** How long lists and products may lag behind a change made by another process. */
const responseTtlMs = 1000
const indexRefreshMs = 1000
const indexRebuildMs = 60_000
const searchCountsMs = 5 * 60_000

/** Reads the settings, opens and migrates the database, and builds the app with its background jobs. */
export async function openStore() {
  const settings = settingsOrExit()
  log.level = settings.logLevel
  const database = await openDatabase({ ...settings, hasQueryTimeout: true })
  const { db, reads, background } = database
  await migrateOrExit(database)
  if (settings.isDemo) await seedDemoStore(background)

  const pushKeys = settings.vapid ?? (await loadPushKeys(db, `mailto:${demoFacts.contacts.email}`))
  const sendPush = webPush(pushKeys)
  const payments = await openPayments(settings, db)
  const orderEvents = createOrderEvents()
  const index = createCatalogueIndex({
    file: savedIndexFile(settings),
    onProgress: printProgress(),
  })
  const productCache = createProductCache(responseTtlMs)
  await index.refresh(background)
  const searchCounter = createSearchCounter()
  const readCounts: ReadCounts = new Map()
  const load = startLoadMonitor()
  const renders: RenderLoad = { rendering: 0, shells: 0 }
  const external = await createExternalDeps(settings, db, payments.provider)
  const app = createApp({
    db,
    reads,
    handlers: storeHandlers({
      ...external,
      pushKeys,
      sendPush,
      provider: payments.provider,
      orderEvents,
      index,
      readCachedProducts: productCache.read,
      searchCounter,
    }),
    webhooks: payments.webhooks,
    routes: [
      metricsRoutes(db, settings.metricsToken, { reads: load, pages: renders, index }),
      returnPhotoRoutes(db),
      doorPhotoRoutes(db),
      reviewPhotoRoutes(db, reads),
      productPhotoRoutes(photoFolder(settings)),
      ...(settings.isDemo ? [imageRoutes, inboxRoutes(db)] : []),
      ...payments.pages,
      ...(settings.isRehearsal ? [rehearsalRoutes(settings.razorpayOrigin)] : []),
    ],
    responseTtlMs,
    onPublicChange: productCache.clear,
    snapshot: index.snapshot,
    trustedProxies: settings.hasRateLimits ? settings.trustedProxies : undefined,
    hasWriteLimits: settings.hasRateLimits,
    readCounts,
    isSecure: isHttpsOnly(settings),
  })
  app.route('/', robotsRoute(settings.publicOrigin))
  app.route('/', sitemapRoutes({ db: reads, origin: settings.publicOrigin }))
  app.route('/', shareRoutes({ db: reads, app, folder: join(settings.dataDir, 'share') }))
  const pushDeps = { sendPush, publicOrigin: settings.publicOrigin }
  const stopJobs = [
    startCourier(db, settings.courierStepMs),
    startCleanup(db),
    startPhotoCleanup(background, photoFolder(settings)),
    startProductAlerts(db),
    repeat(indexRefreshMs, async () => {
      if (index.isRefreshDue()) await index.refresh(background)
    }),
    repeat(indexRebuildMs, () => index.rebuild(background)),
    startPopularity(background),
    repeat(searchCountsMs, () => searchCounter.write(background)),
    startMessages(db, external),
    startPlaceAlerts(db),
    startPushes(db, pushDeps),
    startStaffPushes(db, pushDeps),
    startEvents(db),
    startWebhooks(db, { sendWebhook: webhookSender() }),
    // The embedded database has a single process, so there are no counts to sync, but tables to vacuum.
    settings.databaseUrl ? startReadLimitSync(db, readCounts) : startVacuum(db),
    ...payments.start(app),
  ]
  const close = async () => {
    await Promise.all(stopJobs.map((stop) => stop()))
    await index.save()
    await database.close()
  }
  return {
    app,
    settings,
    database,
    close,
    closeEventStreams: orderEvents.closeAll,
    load,
    renders,
    currentPath: (url: URL) => {
      const dictionary = index.snapshot()?.dictionary
      return dictionary && mergedListPath(dictionary, url)
    },
  }
}

/** The catalogue of a large store is saved for the next start of the same build. */
function savedIndexFile({ dataDir }: Settings) {
  const built = join(import.meta.dirname, '../.built')
  if (!existsSync(built)) return undefined
  return {
    path: join(dataDir, 'catalogue.index'),
    program: readFileSync(built, 'utf8'),
    minProducts: 20_000,
  }
}

const progressMs = 5000

/** Prints how far the first start has come, every few seconds. */
function printProgress(): BuildProgress {
  let printedMs = performance.now()
  return (read, total) => {
    if (performance.now() < printedMs + progressMs) return
    printedMs = performance.now()
    const [done, all] = [read, total].map((count) => count.toLocaleString('en-IN'))
    process.stdout.write(`Reading the catalogue: ${done} of ${all} products …\n`)
  }
}

async function seedDemoStore(db: Database) {
  await saveInitialStoreFacts(db, demoFacts)
  // Loaded here, because a live store does not need it.
  const { seedDemo } = await import('#server/demo/seedDemo.ts')
  if (await seedDemo(db)) await vacuumDatabase(db)
  const { seedStaff } = await import('#server/demo/seedStaff.ts')
  await seedStaff(db)
}

/** External services according to the settings, or their stand-ins in demo mode. */
async function createExternalDeps(
  settings: Settings,
  db: Database,
  provider: PaymentProvider,
): Promise<
  Omit<
    StoreDeps,
    | 'provider'
    | 'orderEvents'
    | 'pushKeys'
    | 'sendPush'
    | 'index'
    | 'readCachedProducts'
    | 'searchCounter'
  >
> {
  const { sms, maps, hasRateLimits, trustedProxies } = settings
  return {
    sendMessage:
      sms && !settings.isDemo ? msg91(sms, { origin: settings.msg91Origin }) : inboxSender(db),
    acknowledge: settings.isDemo ? inboxSender(db) : undefined,
    publicOrigin: settings.publicOrigin,
    isPushService,
    pepper: await loadPepper(settings, db),
    hasRateLimits,
    trustedProxies,
    otpHourlyLimit: settings.otpHourlyLimit,
    maps: {
      googleKey: maps?.key ?? null,
      ...(maps?.id && { googleMapId: maps.id }),
      ...(maps?.origin && { frameOrigin: maps.origin }),
      attribution: [attribution],
    },
    payments: { provider: provider.name, key: provider.keyId },
  }
}

type Stop = () => Promise<void>

type Payments = {
  provider: PaymentProvider
  webhooks: Hono
  /** Pages of the provider, such as the checkout window of the sandbox. */
  pages: Hono[]
  /** Starts the background jobs. */
  start: (app: App) => Stop[]
}

/** Razorpay if its keys are set, else the sandbox, with the provider's webhooks, pages and background jobs. */
export async function openPayments(settings: Settings, db: Database): Promise<Payments> {
  if (settings.razorpay) {
    const { razorpayOrigin } = settings
    // Payments of a rehearsal keep the sandbox's name, so that nothing ever looks for them at Razorpay.
    const standIn = { name: 'sandbox', base: `${razorpayOrigin}/v1` } as const
    const provider = razorpay(settings.razorpay, razorpayOrigin ? standIn : {})
    const start = () => [startPaymentSweep(db, provider)]
    return { provider, webhooks: webhookRoutes(db, provider), pages: [], start }
  }
  const webhookSecret = await loadSecret(db, 'sandbox_webhook_secret')
  const keys = {
    keyId: 'rzp_test_sandbox',
    keySecret: settings.sandboxKeySecret ?? (await loadSecret(db, 'sandbox_key_secret')),
    webhookSecret,
  }
  const origin = settings.publicOrigin
  const { provider, routes } = openSandbox({ db, keys, origin, sendMessage: inboxSender(db) })
  const start = (app: App) => [
    startPaymentSweep(db, provider),
    startWebhookDelivery({ db, webhookSecret, send: (path, init) => app.request(path, init) }),
  ]
  return { provider, webhooks: webhookRoutes(db, provider), pages: [routes], start }
}

/**
 * Exits with a sentence if the database cannot be reached within a minute, or if a newer version has migrated
 * it; that needs no stack trace.
 */
async function migrateOrExit({ background, close }: OpenDatabase) {
  try {
    await waitForDatabase(() => migrate(background), {
      onWait: () =>
        process.stderr.write('The database can’t be reached. Trying again for a minute …\n'),
    })
  } catch (error) {
    if (!(error instanceof NewerDatabaseError) && !isUnreachable(error)) throw error
    await close().catch(() => undefined)
    process.stderr.write(
      error instanceof NewerDatabaseError
        ? `${error.message}\n`
        : 'The database can’t be reached. Check DATABASE_URL and whether PostgreSQL is running.\n',
    )
    process.exit(1)
  }
}

function settingsOrExit() {
  try {
    loadEnvFile()
    return readSettings()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}
