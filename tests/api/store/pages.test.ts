import { Hono } from 'hono'
import { describe, expect, test, vi } from 'vitest'

import { noThirdPartyHosts } from '#server/app/documents/contentPolicy.ts'
import { pageRoutes, renderShell } from '#server/app/documents/pageRoutes.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { noNotice } from '#server/app/documents/builtPage.ts'

const built = {
  commonHead: [],
  notice: noNotice,
  inlineIcons: (html: string) => ({ html, icons: '' }),
  loader: '0',
  partsOf: () => ({ styles: '', stylesOf: () => '', styleFiles: [], scriptFiles: [] }),
}

/** The pages of a store and the number being rendered; rendering ends when the test says so. */
function aStore() {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const load = { rendering: 0, shells: 0 }
  const fetcher = async () => undefined
  const routes = pageRoutes({
    fetcher,
    renderPage: async () => {
      await finished
      return { ...(await renderShell(fetcher)), html: '<h1>Kurtas</h1>' }
    },
    builtPage: built,
    origin: 'https://shop.example',
    checkoutHosts: noThirdPartyHosts,
    frameOrigins: [],
    trustedProxies: 1,
    load,
    currentPath: ({ search }) =>
      search === '?brands=old' ? '/collections?brands=kept' : undefined,
  })
  const app = new Hono().route('/', routes)
  const open = (path: string, from = '203.0.113.1', headers: Record<string, string> = {}) =>
    Promise.resolve(app.request(path, { headers: { 'X-Forwarded-For': from, ...headers } }))
  return { load, open, finish: () => finish() }
}

test('the checkout is rendered with its header, and without embedded responses, which would go stale [checkout.1]', async () => {
  const { open, finish } = aStore()
  finish()

  for (const path of ['/checkout', '/shells/checkout']) {
    const html = await (await open(path)).text()
    expect(html, path).toContain('<h1>Kurtas</h1>')
    expect(html, path).toContain('id="responses">{}<')
  }
  expect(await (await open('/shells/page')).text()).toContain('<div id="root"></div>')
})

test('who opens a shell or a file of the build gets a page, as for any other path [shell.2]', async () => {
  const { open, finish } = aStore()
  finish()

  for (const path of ['/shells/page', '/shells/checkout', '/index.html', '/checkout.html']) {
    const opened = await open(path, undefined, { 'Sec-Fetch-Dest': 'document' })
    expect(await opened.text(), path).toContain('<h1>Kurtas</h1>')
  }
})

test('an address that another one has replaced redirects to it permanently [seo.1]', async () => {
  const { open, finish } = aStore()
  finish()

  const old = await open('/collections?brands=old')

  expect([old.status, old.headers.get('Location')]).toEqual([301, '/collections?brands=kept'])
  expect((await open('/collections?brands=kept')).status).toBe(200)
})

describe('many concurrent page requests', () => {
  test('render eight at a time, fifty in all; further ones get the empty document after a second [safe.4] [pwa.1]', async () => {
    const { load, open, finish } = aStore()
    const rendered = Array.from({ length: 50 }, (_, n) => open(`/search?q=${n}`))
    await vi.waitFor(() => expect(load.rendering).toBe(8))

    const askedMs = performance.now()
    const another = await open('/search?q=another')
    const waitedMs = performance.now() - askedMs
    const sameAsOne = open('/search?q=1')
    finish()
    const statuses = (await Promise.all([...rendered, sameAsOne])).map(({ status }) => status)

    expect(another.status).toBe(503)
    // An immediate refusal would only trigger the next request of a client that ignores
    // `Retry-After`.
    expect(waitedMs).toBeGreaterThan(950)
    expect(another.headers.get('Cache-Control')).toBe('no-store')
    expect(another.headers.has('ETag')).toBe(false)
    expect(await another.text()).toContain('<div id="root"></div>')
    expect(statuses).toEqual(Array<number>(51).fill(200))
    expect(load).toEqual({ rendering: 0, shells: 1 })
    expect(await (await open('/search?q=another')).text()).toContain('<h1>Kurtas</h1>')
  })

  test('are limited per minute and address; further ones get the empty document [safe.4]', async () => {
    const { load, open, finish } = aStore()
    const now = new Date('2026-11-24T10:00:20Z')
    setClock(() => now)
    finish()
    for (let n = 0; n < 300; n++) await open('/')

    const over = await open('/')
    const other = await open('/', '203.0.113.2')
    setClock(() => new Date('2026-11-24T10:01:00Z'))
    const later = await open('/')

    expect([over.status, other.status, later.status]).toEqual([429, 200, 200])
    expect(over.headers.get('Retry-After')).toBe('40')
    expect(await over.text()).toContain('<div id="root"></div>')
    expect(load.shells).toBe(1)
  })
})
