import { expect, type Page } from '@playwright/test'

/** When the line goes: before the request is out, after the store has it, after the page has its answer. */
export const moments = ['before it is sent', 'once it is sent', 'once it is answered'] as const
export type Moment = (typeof moments)[number]

const cutOff = new WeakSet<Page>()

/** The browser says that its line is cut a moment before it is: what the page asks then is lost too. */
export const watchLine = (page: Page) =>
  page.route(/\/(api|healthz)\b/, (route) =>
    cutOff.has(page) ? route.abort('internetdisconnected') : route.fallback(),
  )

async function cutLine(page: Page, isCut: boolean): Promise<void> {
  if (isCut) cutOff.add(page)
  else cutOff.delete(page)
  await page.context().setOffline(isCut)
}

/** Where those parts of the program are that cover an offline page and keep what is tapped, once they are asked for. */
function idleChunks(): string[] | undefined {
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  const styles = document.querySelector<HTMLLinkElement>('link[href*="/assets/outbox-"]')
  const urls = [/\/late-[^/]*\.js/, /\/outbox-[^/]*\.js/].map((chunk) =>
    names.find((name) => chunk.test(name)),
  )
  return styles?.sheet && urls.every((url) => url !== undefined) ? urls : undefined
}

/**
 * Without the browser's cache, which intercepted requests go past, a preloaded chunk is fetched a second
 * time when it is imported: only the import tells that it is there.
 */
async function hasRested(page: Page): Promise<void> {
  const chunks = await page.waitForFunction(idleChunks, undefined, { timeout: 20_000 })
  await chunks.evaluate((urls) => Promise.all((urls ?? []).map((url) => import(url))))
}

type Cut = { path: string; moment: Moment; act: () => Promise<unknown> }

/**
 * Does something while the line goes, and lets it come back. The page covers itself meanwhile, and
 * uncovers itself by itself.
 */
export async function flap(page: Page, { path, moment, act }: Cut): Promise<void> {
  const screen = page.getByRole('alertdialog', { name: 'No Internet Connection' })
  if (moment === 'before it is sent') {
    const bar = page.getByText('You are offline. Showing saved pages.')
    await hasRested(page)
    await cutLine(page, true)
    await screen.getByRole('button', { name: 'Continue with saved pages' }).click()
    await expect(bar).toBeVisible()
    // What the page sends a moment later, with the line back, is not lost. A page that lacks the
    // program for it sends nothing.
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

/** Cuts the line at the next request there. Tells whether it has come. */
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
