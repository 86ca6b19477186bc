import { expect, type Page } from '@playwright/test'

/** Makes the worker's stored responses of a call older by changing their timestamps. */
export async function makeStoredAge(page: Page, path: string, ageMs: number): Promise<void> {
  await page.evaluate(
    async ({ address, age }) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        const stored = await cache.match(address)
        if (!stored) continue
        const headers = new Headers(stored.headers)
        headers.set('x-sw-stored-at', String(Date.now() - age))
        await cache.put(address, new Response(await stored.arrayBuffer(), { headers }))
      }
    },
    { address: path, age: ageMs },
  )
}

/** The URL paths of all entries in all caches of the page. */
export async function storedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
    const requests = (await Promise.all(caching)).flat()
    return requests.map(({ url }) => new URL(url).pathname)
  })
}

/** Waits until the worker has stored a home document with these words; returns its HTML. */
export async function untilHomeIsStored(page: Page, words: string): Promise<string> {
  const read = () =>
    page.evaluate(async () => {
      const shell = await caches.open('shell')
      return (await shell.match('/', { ignoreSearch: true }))?.text()
    })
  await expect.poll(async () => (await read())?.includes(words)).toBe(true)
  return (await read()) ?? ''
}

/** Makes all timestamped entries of the worker older. */
export async function ageAllStored(page: Page, ageMs: number): Promise<void> {
  await page.evaluate(async (age) => {
    const then = Date.now() - age
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const stored = await cache.match(request)
        const headers = new Headers(stored?.headers)
        if (!stored || !headers.has('x-sw-stored-at')) continue
        headers.set('x-sw-stored-at', String(then))
        if (headers.has('server-timing')) headers.set('server-timing', `stored-at;dur=${then}`)
        await cache.put(request, new Response(await stored.arrayBuffer(), { headers }))
      }
    }
  }, ageMs)
}
