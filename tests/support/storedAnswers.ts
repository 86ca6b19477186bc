import type { Page } from '@playwright/test'

/** Makes what the worker has stored of a call so old: its clock is moved, not waited for. */
export async function makeStoredAge(page: Page, path: string, ageMs: number): Promise<void> {
  await page.evaluate(
    async ({ address, age }) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        const kept = await cache.match(address)
        if (!kept) continue
        const headers = new Headers(kept.headers)
        headers.set('x-sw-stored-at', String(Date.now() - age))
        await cache.put(address, new Response(await kept.arrayBuffer(), { headers }))
      }
    },
    { address: path, age: ageMs },
  )
}

/** The addresses of everything any cache of the page holds, paths only. */
export async function storedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
    const requests = (await Promise.all(caching)).flat()
    return requests.map(({ url }) => new URL(url).pathname)
  })
}
