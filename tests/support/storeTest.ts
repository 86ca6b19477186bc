import { test as base, type Page } from '@playwright/test'

type Store = {
  /** Whether the worker's own requests are seen and can be held up. Cutting its line then lags. */
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
  seesWorker: [false, { option: true }],
  // Playwright looks at this setting whenever a worker starts.
  watchWorker: [
    async ({ seesWorker }, use) => {
      if (seesWorker) process.env.PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS = '1'
      await use()
      delete process.env.PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS
    },
    { auto: true },
  ],
  asksPlace: [false, { option: true }],
  context: async ({ context, asksPlace }, use) => {
    if (!asksPlace) {
      await context.addInitScript(() => sessionStorage.setItem('location-popup-shown', 'true'))
    }
    await use(context)
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

/** Waits until the worker has brought everything its list names. */
async function untilWarm(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const program = await (await fetch('/sw.js')).text()
    const listed = [...program.matchAll(/["'`](assets\/[^"'`]+)["'`]/g)].map(([, file]) => file)
    const shell = await caches.open('shell')
    const kept = (await shell.keys()).map(({ url }) => new URL(url).pathname.slice(1))
    return listed.length > 0 && listed.every((file) => kept.includes(file ?? ''))
  })
}

export { expect } from '@playwright/test'
