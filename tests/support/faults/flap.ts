import { expect, type Page } from '@playwright/test'

/**
 * When the connection is lost: before the request is sent, after the store got it, or after the
 * page has its answer.
 */
export const moments = ['before it is sent', 'once it is sent', 'once it is answered'] as const
export type Moment = (typeof moments)[number]

const cutOff = new WeakSet<Page>()

/**
 * The browser reports the loss a moment before it happens, so requests that the page sends then are
 * lost too.
 */
export const watchLine = (page: Page) =>
  page.route(/\/(api|healthz)\b/, (route) =>
    cutOff.has(page) ? route.abort('internetdisconnected') : route.fallback(),
  )

async function cutLine(page: Page, isCut: boolean): Promise<void> {
  if (isCut) cutOff.add(page)
  else cutOff.delete(page)
  await page.context().setOffline(isCut)
}

/**
 * The URLs of the chunks that show the offline overlay and store changes, once they are requested.
 */
function idleChunks(): string[] | undefined {
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  const styles = document.querySelector<HTMLLinkElement>('link[href*="/assets/outbox-"]')
  const urls = [/\/late-[^/]*\.js/, /\/outbox-[^/]*\.js/].map((chunk) =>
    names.find((name) => chunk.test(name)),
  )
  return styles?.sheet && urls.every((url) => url !== undefined) ? urls : undefined
}

/**
 * Without the browser's cache, which intercepted requests bypass, a preloaded chunk is fetched a
 * second time when it is imported: only the import shows that it has loaded.
 */
async function hasRested(page: Page): Promise<void> {
  const chunks = await page.waitForFunction(idleChunks, undefined, { timeout: 20_000 })
  await chunks.evaluate((urls) => Promise.all((urls ?? []).map((url) => import(url))))
}

type Cut = { path: string; moment: Moment; act: () => Promise<unknown> }

/**
 * Runs an action while the connection is lost and then restores it. The offline overlay appears and
 * disappears meanwhile.
 */
export async function flap(page: Page, { path, moment, act }: Cut): Promise<void> {
  const screen = page.getByRole('alertdialog', { name: 'No Internet Connection' })
  if (moment === 'before it is sent') {
    const bar = page.getByText('You are offline. Showing saved pages.')
    await hasRested(page)
    await cutLine(page, true)
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
    await act()
    await lost
    await cutLine(page, false)
    await expect(bar).toBeHidden()
    return
  }
  const isCut = await cutDuring(page, path, moment)
  await act()
  await expect.poll(isCut, `${path} was sent`).toBe(true)
  await expect(screen).toBeVisible()
  await cutLine(page, false)
  await expect(screen).toBeHidden()
}

/** Cuts the connection at the next request to this path; returns whether there was one. */
async function cutDuring(page: Page, path: string, moment: Moment): Promise<() => boolean> {
  let isCut = false
  await page.route(
    `**/api/${path}`,
    async (route) => {
      const answer = await route.fetch()
      if (moment === 'once it is answered') await route.fulfill({ response: answer })
      await cutLine(page, true)
      if (moment === 'once it is sent') await route.abort('internetdisconnected')
      isCut = true
    },
    { times: 1 },
  )
  return () => isCut
}
