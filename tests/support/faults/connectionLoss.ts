import { expect, type Page } from '@playwright/test'

/**
 * When the connection is lost: before the request is sent, after the store got it, or after the
 * page has its response.
 */
export const moments = ['before it is sent', 'once it is sent', 'once it has a response'] as const
export type Moment = (typeof moments)[number]

const disconnectedPages = new WeakSet<Page>()

/**
 * The browser reports the loss a moment before it happens, so requests that the page sends then are
 * lost too.
 */
export const watchConnection = (page: Page) =>
  page.route(/\/(api|healthz)\b/, (route) =>
    disconnectedPages.has(page) ? route.abort('internetdisconnected') : route.fallback(),
  )

async function cutConnection(page: Page, isCut: boolean): Promise<void> {
  if (isCut) disconnectedPages.add(page)
  else disconnectedPages.delete(page)
  await page.context().setOffline(isCut)
}

/**
 * The URLs of the chunks that show the offline overlay and store changes, once they are requested.
 */
function idleChunks(): string[] | undefined {
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  const styles = document.querySelector<HTMLLinkElement>('link[href*="/assets/outbox-"]')
  const urls = [/\/deferred-[^/]*\.js/, /\/outbox-[^/]*\.js/].map((chunk) =>
    names.find((name) => chunk.test(name)),
  )
  return styles?.sheet && urls.every((url) => url !== undefined) ? urls : undefined
}

/**
 * Without the browser's cache, which intercepted requests bypass, a preloaded chunk is fetched a
 * second time when it is imported: only the import shows that it has loaded.
 */
async function untilIdleChunksLoaded(page: Page): Promise<void> {
  const chunks = await page.waitForFunction(idleChunks, undefined, { timeout: 20_000 })
  await chunks.evaluate((urls) => Promise.all((urls ?? []).map((url) => import(url))))
}

type ConnectionCut = { path: string; moment: Moment; action: () => Promise<unknown> }

/**
 * Runs an action while the connection is lost and then restores it. The offline overlay appears and
 * disappears meanwhile.
 */
export async function loseConnection(
  page: Page,
  { path, moment, action }: ConnectionCut,
): Promise<void> {
  const screen = page.getByRole('alertdialog', { name: 'No Internet Connection' })
  if (moment === 'before it is sent') {
    const bar = page.getByText('You’re offline. Showing saved pages.')
    await untilIdleChunksLoaded(page)
    await cutConnection(page, true)
    await screen.getByRole('button', { name: 'Continue with saved pages' }).click()
    await expect(bar).toBeVisible()
    // A request that the page sends a moment later, online again, is not lost. A page without the
    // outbox chunk sends nothing.
    const lost = page
      .waitForEvent('requestfailed', {
        predicate: (one) => one.url().includes(path),
        timeout: 3000,
      })
      .catch(() => undefined)
    await action()
    await lost
    await cutConnection(page, false)
    await expect(bar).toBeHidden()
    return
  }
  const isCut = await cutDuring(page, path, moment)
  await action()
  await expect.poll(isCut, `${path} was sent`).toBe(true)
  await expect(screen).toBeVisible()
  await cutConnection(page, false)
  await expect(screen).toBeHidden()
}

/** Cuts the connection at the next request to this path; returns whether there was one. */
async function cutDuring(page: Page, path: string, moment: Moment): Promise<() => boolean> {
  let isCut = false
  await page.route(
    ({ pathname }) => pathname === `/api/${path}`,
    async (route) => {
      const response = await route.fetch()
      if (moment === 'once it has a response') await route.fulfill({ response })
      await cutConnection(page, true)
      if (moment === 'once it is sent') await route.abort('internetdisconnected')
      isCut = true
    },
    { times: 1 },
  )
  return () => isCut
}
