import { Hono } from 'hono'

/**
 * The program that a browser gets as `/sw.js` while `SERVICE_WORKER=off`: it deletes what the service worker has stored,
 * removes the worker, and opens the pages again without one, except where the shopper orders or pays. Data of the
 * customer, which is not the worker's, stays.
 */
const program = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(remove()))
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
  for (const page of await self.clients.matchAll({ type: 'window' }))
    if (!/\\/(cart|checkout)\\b/.test(new URL(page.url).pathname)) await page.navigate(page.url)
}
`

/** The kill switch for the service workers of the store and of the desk. */
export const killSwitchRoute = new Hono().on('GET', ['/sw.js', '/desk/sw.js'], (c) =>
  c.body(program, 200, {
    'Content-Type': 'text/javascript; charset=UTF-8',
    'Cache-Control': 'no-store',
  }),
)
