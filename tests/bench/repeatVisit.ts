import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium } from '@playwright/test'

import { chromiumFlags, findChromium } from '#tests/support/browsers/findChromium.ts'
import { phone, slow4g, slowerBy } from './slowPhone.ts'

/** After this time without traffic the worker has stored everything. */
const quietMs = 1500

/** What a page costs on a phone four times slower. */
type Visit = { lcpMs: number; bytes: number; workerStartMs: number }

type VisitOptions = {
  path?: string
  /** Whether the page was opened before, so that the worker has stored it. */
  isSeen?: boolean
  /** Without a worker the page comes from the server, as for a browser that has none. */
  hasWorker?: boolean
}

/** Opens a page of the store on a later visit, with the bytes that came from the network before its largest paint. */
export async function repeatVisit(
  origin: string,
  { path = '/', isSeen = true, hasWorker = true }: VisitOptions = {},
): Promise<Visit> {
  const proxy = await startSlowProxy(origin)
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const context = await browser.newContext({
      ...phone,
      serviceWorkers: hasWorker ? 'allow' : 'block',
    })
    for (const before of isSeen && path !== '/' ? ['/', path] : ['/'])
      await visitBefore(context, proxy, { path: before, hasWorker })
    const visit = await measureVisit(context, proxy.origin + path, hasWorker)
    const { lcpMs, workerStartMs, openedAt } = visit
    return { lcpMs, workerStartMs, bytes: proxy.bytesBetween(openedAt, openedAt + lcpMs) }
  } finally {
    await browser.close()
    proxy.server.closeAllConnections()
    proxy.server.close()
  }
}

/** An earlier visit, until the worker has stored everything. */
async function visitBefore(
  context: BrowserContext,
  { origin, untilQuiet }: SlowProxy,
  { path, hasWorker }: Required<Omit<VisitOptions, 'isSeen'>>,
) {
  const page = await context.newPage()
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  if (hasWorker) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload({ waitUntil: 'networkidle' })
  await untilQuiet()
  await page.close()
}

async function measureVisit(context: BrowserContext, address: string, hasWorker: boolean) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  // A browser stops a worker that has had nothing to do for half a minute.
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
  await page.goto(address, { waitUntil: 'networkidle' })
  const isControlled = await page.evaluate(() => Boolean(navigator.serviceWorker?.controller))
  if (isControlled !== hasWorker)
    throw new Error('The page is opened by a worker only where it should be')
  const lcpMs = await page.evaluate(lastLargestPaint)
  return { lcpMs, ...(await page.evaluate(timesOfStart)) }
}

/** When the page was opened, in ms since 1970, and how long the worker took to start. */
function timesOfStart() {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const { workerStart = 0, fetchStart = 0 } = entry ?? {}
  return {
    openedAt: performance.timeOrigin,
    workerStartMs: workerStart && fetchStart - workerStart,
  }
}

const lastLargestPaint = () =>
  new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })

type SlowProxy = {
  origin: string
  server: Server
  bytesBetween: (from: number, to: number) => number
  untilQuiet: () => Promise<void>
}

/** The store behind a connection that is slow for the worker's own requests too, and records when it delivered how many bytes. */
async function startSlowProxy(store: string): Promise<SlowProxy> {
  const deliveredChunks: { at: number; bytes: number }[] = []
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming
    const forwarded = request(new URL(url ?? '/', store), { method, headers }, (response) => {
      setTimeout(() => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.on('data', (chunk: Buffer) =>
          deliveredChunks.push({ at: Date.now(), bytes: chunk.length }),
        )
        response.pipe(outgoing)
      }, slow4g.latency)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    bytesBetween: (from, to) =>
      deliveredChunks
        .filter(({ at }) => at >= from && at <= to)
        .reduce((sum, { bytes }) => sum + bytes, 0),
    untilQuiet: async () => {
      while (Date.now() - (deliveredChunks.at(-1)?.at ?? 0) < quietMs) await pause(quietMs / 5)
    },
  }
}
