import {
  type BrowserContext,
  expect,
  type Page,
  type Request,
  test as base,
} from '@playwright/test'

import { recordToasts } from './toasts.ts'

type Store = {
  /**
   * Whether Playwright sees and can cut the worker's own requests. A worker observed in this way
   * cannot be replaced while requests are open.
   */
  seesWorker: boolean
  /**
   * Whether pages have a service worker. Its installation costs more processor time than loading the
   * page, so tests that are not about stored pages, updates or pushes do without.
   */
  hasWorker: boolean
  watchWorker: void
  /** Whether the location question may appear on the first page; it appears once in a session. */
  asksForLocation: boolean
  /** Opens a URL as an installed app does: served by the service worker. */
  openInstalled: (path: string) => Promise<void>
  /** Unexpected messages on the page's console. */
  consoleMessages: string[]
}

/** The store does not ask for the location in this context, as if it had asked before. */
export async function neverAskForLocation(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => sessionStorage.setItem('location-popup-shown', 'true'))
}

/** A test of the running store. It creates its own data, which other tests do not see. */
export const test = base.extend<Store>({
  seesWorker: [true, { option: true }],
  // Playwright reads this setting whenever a worker starts.
  watchWorker: [
    async ({ seesWorker }, use) => {
      if (!seesWorker) process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK = '1'
      await use()
      delete process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK
    },
    { auto: true },
  ],
  hasWorker: [true, { option: true }],
  // Contexts that a test opens itself have no worker either.
  serviceWorkers: async ({ hasWorker }, use) => use(hasWorker ? 'allow' : 'block'),
  asksForLocation: [false, { option: true }],
  context: async ({ context, asksForLocation, hasWorker }, use) => {
    await recordToasts(context)
    if (!hasWorker) {
      await context.addInitScript(() =>
        Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
      )
    }
    if (!asksForLocation) await neverAskForLocation(context)
    await use(context)
  },
  page: async ({ page }, use) => {
    const untilIdle = idleOf(page)
    const goto = page.goto.bind(page)
    page.goto = async (url, options) => {
      if (options?.waitUntil !== 'networkidle') return goto(url, options)
      const response = await goto(url, { ...options, waitUntil: 'load' })
      await page.waitForFunction(() => !('pehnoEarly' in window && window.pehnoEarly))
      await untilIdle()
      return response
    }
    await use(page)
  },
  openInstalled: async ({ page }, use) =>
    use(async (path) => {
      await page.goto(path)
      await untilControlled(page)
      await untilFullyCached(page)
      await page.reload()
    }),
  consoleMessages: async ({ page }, use) => {
    const messages: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) messages.push(message.text())
    })
    page.on('pageerror', (error) => messages.push(error.message))
    await use(messages)
  },
})

const idleMs = 500

/**
 * `networkidle` also comes while the page waits for a frame to be painted. Here the scripts have
 * run, and what they requested has loaded.
 */
function idleOf(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let changedAt = Date.now()
  const end = (request: Request) => {
    open.delete(request)
    changedAt = Date.now()
  }
  page.on('request', (request) => void open.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const isIdle = () => open.size === 0 && Date.now() - changedAt > idleMs
  return () => expect.poll(isIdle, { intervals: [50] }).toBe(true)
}

/** Waits until the worker controls this page and has stored what the page had read before. */
export async function untilControlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

const cachingTimeoutMs = 60_000

/** Waits until the worker has downloaded every file of its manifest. */
export async function untilFullyCached(page: Page): Promise<void> {
  const isFullyCached = () =>
    page.evaluate(async () => {
      const program = await (await fetch('/sw.js')).text()
      const listed = [...program.matchAll(/["'`](assets\/[^"'`]+)["'`]/g)].map(([, file]) => file)
      const shell = await caches.open('shell')
      const stored = (await shell.keys()).map(({ url }) => new URL(url).pathname.slice(1))
      return listed.length > 0 && listed.every((file) => stored.includes(file ?? ''))
    })
  await expect.poll(isFullyCached, { timeout: cachingTimeoutMs, intervals: [200] }).toBe(true)
}

export { expect }
