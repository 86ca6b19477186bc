import { expect, type Page, type Route } from '@playwright/test'

/** A fault of one request during a purchase. */
export type Fault = {
  name: string
  /**
   * What the shopper does next: wait for the response, try the same again, or look at what
   * the page shows after its reload.
   */
  then: 'wait' | 'retry' | 'look'
  /** Applies the fault to the matching requests, runs `action`, and restores the connection. */
  run: (page: Page, url: RegExp, action: Act) => Promise<void>
}

/** The shopper's action, such as a tap; the second tap of a double tap is not awaited. */
export type Act = (options?: { timeout?: number }) => Promise<unknown>

const slowMs = 2500
const serverError = {
  status: 500,
  headers: { 'x-api': '1', 'Content-Type': 'application/json' },
  body: '{"success":false,"code":"unexpected","msg":"Something went wrong on our side. Please try again."}',
}
const garbage = {
  status: 200,
  headers: { 'x-api': '1', 'Content-Type': 'application/json' },
  body: '{"success":true,"result":{"data":"<html>',
}

/** Responds to the first matching request with `respond`; resolves once that has happened. */
async function intercept(page: Page, url: RegExp, respond: (route: Route) => Promise<unknown>) {
  let done = () => {}
  const responded = new Promise<void>((resolve) => (done = resolve))
  const handler = async (route: Route) => {
    await respond(route).catch(() => undefined)
    done()
  }
  await page.route(url, handler, { times: 1 })
  return { responded, lift: () => page.unroute(url, handler) }
}

const overRoute =
  (respond: (route: Route) => Promise<unknown>): Fault['run'] =>
  async (page, url, action) => {
    const fault = await intercept(page, url, respond)
    await action()
    await fault.responded
    await fault.lift()
  }

const offlineScreen = (page: Page) =>
  page.getByRole('alertdialog', { name: 'No Internet Connection' })

/** The request and all others fail until the connection is restored. */
const withoutConnection: Fault['run'] = async (page, url, action) => {
  const all = () => true
  // Going offline ends some requests before this handler does.
  const cut = (route: Route) => route.abort('internetdisconnected').catch(() => undefined)
  let isCut = false
  const watch = async (route: Route) => {
    if (isCut || url.test(route.request().url())) {
      isCut = true
      await page.context().setOffline(true)
      return cut(route)
    }
    return route.fallback()
  }
  await page.route(all, watch)
  await action()
  await expect.poll(() => isCut, 'the request was sent').toBe(true)
  await expect(offlineScreen(page)).toBeVisible()
  await page.unroute(all, watch)
  await page.context().setOffline(false)
  await expect(offlineScreen(page)).toBeHidden()
}

export const networkFaults: Fault[] = [
  { name: 'no connection', then: 'retry', run: withoutConnection },
  {
    name: 'slow',
    then: 'wait',
    run: overRoute(async (route) => {
      await new Promise((resolve) => setTimeout(resolve, slowMs))
      await route.continue()
    }),
  },
  {
    name: 'a server error',
    then: 'retry',
    run: overRoute((route) => route.fulfill(serverError)),
  },
  {
    name: 'an invalid response',
    then: 'retry',
    run: overRoute(async (route) => {
      await route.fetch()
      await route.fulfill(garbage)
    }),
  },
  {
    name: 'a timeout after the server has made the change',
    then: 'retry',
    run: overRoute(async (route) => {
      await route.fetch()
      await route.abort('timedout')
    }),
  },
  {
    name: 'a double tap',
    then: 'wait',
    run: async (page, url, action) => {
      const sent = page.waitForRequest(url)
      await action()
      await action({ timeout: 200 }).catch(() => undefined)
      await sent
    },
  },
  {
    name: 'a reload before the response',
    then: 'look',
    run: async (page, url, action) => {
      let reloaded: Promise<unknown> | undefined
      const fault = await intercept(page, url, async (route) => {
        await route.fetch()
        reloaded = page.reload()
        await reloaded
      })
      await action()
      await fault.responded
      await reloaded
    },
  },
]
