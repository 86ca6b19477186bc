import { expect, type Page, type Request, test as base } from '@playwright/test'

import { keepToasts } from './toasts.ts'

type Store = {
  /**
   * Whether the worker's own requests are seen, and its line can be cut. A worker that is seen cannot
   * be replaced before all of them are over.
   */
  seesWorker: boolean
  watchWorker: void
  /** Whether the place may be asked for over the first page, as it is once in a session. */
  asksPlace: boolean
  /** Opens an address the way an installed app does: answered by the worker. */
  openInstalled: (path: string) => Promise<void>
  /** What the page said on its console that it should not have. */
  complaints: string[]
}

/** A test of the running store. What it needs, it makes; what it makes, nobody else sees. */
export const test = base.extend<Store>({
  seesWorker: [true, { option: true }],
  // Playwright looks at this setting whenever a worker starts.
  watchWorker: [
    async ({ seesWorker }, use) => {
      if (!seesWorker) process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK = '1'
      await use()
      delete process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK
    },
    { auto: true },
  ],
  asksPlace: [false, { option: true }],
  context: async ({ context, asksPlace }, use) => {
    await keepToasts(context)
    if (!asksPlace) {
      await context.addInitScript(() => sessionStorage.setItem('location-popup-shown', 'true'))
    }
    await use(context)
  },
  page: async ({ page }, use) => {
    const untilIdle = idleOf(page)
    const goto = page.goto.bind(page)
    const reload = page.reload.bind(page)
    page.reload = async (options) => {
      await untilHistoryRests(page)
      return reload(options)
    }
    page.goto = async (url, options) => {
      await untilHistoryRests(page)
      if (options?.waitUntil !== 'networkidle') return goto(url, options)
      const answer = await goto(url, { ...options, waitUntil: 'load' })
      await page.waitForFunction(() => !('pehnoEarly' in window && window.pehnoEarly))
      await untilIdle()
      return answer
    }
    await use(page)
  },
  openInstalled: async ({ page }, use) =>
    use(async (path) => {
      await page.goto(path)
      await untilControlled(page)
      await untilWarm(page)
      await page.reload()
    }),
  complaints: async ({ page }, use) => {
    const heard: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) heard.push(message.text())
    })
    page.on('pageerror', (error) => heard.push(error.message))
    await use(heard)
  },
})

/**
 * A dialog that was closed leaves the history a moment later, by a step back, and that would end a load
 * that began meanwhile. No shopper is as quick as that.
 */
const untilHistoryRests = (page: Page) =>
  page
    .waitForFunction(
      () => {
        const { layers = 0 } = (history.state ?? {}) as { layers?: number }
        return layers <= document.querySelectorAll('dialog[open]').length
      },
      undefined,
      { timeout: 3000 },
    )
    .catch(() => undefined)

const idleMs = 500

/**
 * The browser calls the line idle also where the program waits for a picture to be painted. Here
 * the program is there, and what it asked for has come.
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

/** Waits until the worker answers this page and has kept what the page had read before. */
export async function untilControlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((taken) =>
      navigator.serviceWorker.addEventListener('controllerchange', taken, { once: true }),
    )
  })
}

const warmWithinMs = 60_000

/** Waits until the worker has brought everything its list names. */
export async function untilWarm(page: Page): Promise<void> {
  const isWarm = () =>
    page.evaluate(async () => {
      const program = await (await fetch('/sw.js')).text()
      const listed = [...program.matchAll(/["'`](assets\/[^"'`]+)["'`]/g)].map(([, file]) => file)
      const shell = await caches.open('shell')
      const kept = (await shell.keys()).map(({ url }) => new URL(url).pathname.slice(1))
      return listed.length > 0 && listed.every((file) => kept.includes(file ?? ''))
    })
  await expect.poll(isWarm, { timeout: warmWithinMs, intervals: [200] }).toBe(true)
}

export { expect }
