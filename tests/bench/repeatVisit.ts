import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'

import { chromiumFlags, findChromium } from '#tests/support/browsers/findChromium.ts'

/** The round trip of slow 4G, which also applies to the worker's own requests. */
const roundTripMs = 150
/** After this time without traffic the worker has stored everything. */
const quietMs = 1500
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Home on a phone four times slower, served by the worker that an earlier visit installed. */
export async function repeatVisit(origin: string): Promise<{ lcpMs: number; bytes: number }> {
  const proxy = await startSlowProxy(origin)
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const { lcpMs, openedAt } = await measureRepeatVisit(browser, proxy)
    return { lcpMs, bytes: proxy.bytesBetween(openedAt, openedAt + lcpMs) }
  } finally {
    await browser.close()
    proxy.server.closeAllConnections()
    proxy.server.close()
  }
}

async function measureRepeatVisit(browser: Browser, { origin: address, untilQuiet }: SlowProxy) {
  const context = await browser.newContext(phone)
  const first = await context.newPage()
  await first.goto(address, { waitUntil: 'networkidle' })
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await first.reload({ waitUntil: 'networkidle' })
  await untilQuiet()
  await first.close()

  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(address, { waitUntil: 'networkidle' })
  if (!(await page.evaluate(() => navigator.serviceWorker.controller !== null)))
    throw new Error('The worker does not respond for the page')
  const lcpMs = await page.evaluate(lastLargestPaint)
  return { lcpMs, openedAt: await page.evaluate(() => performance.timeOrigin) }
}

const lastLargestPaint = () =>
  new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })

/**
 * Main-thread time of a first visit to home on an unthrottled machine, including idle work and the
 * start of the worker, which waiting for the network alone sometimes misses.
 */
export async function coldCpuMs(origin: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const context = await browser.newContext(phone)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(origin, { waitUntil: 'load' })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.waitForLoadState('networkidle')
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  } finally {
    await browser.close()
  }
}

type SlowProxy = {
  origin: string
  server: Server
  bytesBetween: (from: number, to: number) => number
  untilQuiet: () => Promise<void>
}

/** The store behind a slow connection that records when it delivered how many bytes. */
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
      }, roundTripMs)
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
