import { beforeEach, describe, expect, test, vi } from 'vitest'

import { memoryCaches } from '#tests/support/worker/memoryCaches.ts'

const origin = 'https://pehno.example'

/** The files of two builds; a first paint does not need `cart` and `about`. */
const files = (build: 'one' | 'two') => {
  const hash = build === 'one' ? 'aaaa1111' : 'bbbb2222'
  const assets = { main: `/assets/main-${hash}.js`, cart: `/assets/CartPage-${hash}.js` }
  return { ...assets, about: `/assets/AboutPage-${hash}.js`, document: '/shells/page' }
}

/** The network's responses by URL; by default the files of both builds. */
let network: (path: string) => Response
let deployed: 'one' | 'two'

const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html' } })
const served = (path: string) =>
  path === '/shells/page' ? html(`<script src="${files(deployed).main}">`) : new Response('file')
const portal = () =>
  new Response('<h1>Log in to Hotel Wi-Fi</h1>', {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

type State = { build: 'one' | 'two'; hasActiveWorker: boolean }

async function workerOf({ build, hasActiveWorker }: State) {
  vi.resetModules()
  const { main, cart, about, document } = files(build)
  vi.stubGlobal('self', {
    location: new URL(origin),
    registration: { active: hasActiveWorker ? {} : null },
    __WB_MANIFEST: [
      { url: document, revision: build },
      ...[main, cart, about].map((url) => ({ url: url.slice(1), revision: null })),
    ],
  })
  return import('./precache.ts')
}

async function install(state: State) {
  deployed = state.build
  await (await workerOf(state)).installShell()
}

const stored = async () => {
  const keys = await (await caches.open('shell')).keys()
  return keys.map(({ url }) => url.replace(origin, '')).sort()
}

beforeEach(() => {
  network = served
  vi.stubGlobal('caches', memoryCaches())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (request: string | Request) =>
    network(typeof request === 'string' ? request : new URL(request.url).pathname),
  )
  return () => vi.unstubAllGlobals()
})

describe('installing the worker', () => {
  test('a first visit waits only for what a first paint needs [pwa.2]', async () => {
    await install({ build: 'one', hasActiveWorker: false })

    expect(await stored()).toEqual([files('one').main, '/shells/page?rev=one'])
  })

  test('an update waits for every file, so that the store opens offline after a deploy [pwa.8]', async () => {
    await install({ build: 'one', hasActiveWorker: false })

    await install({ build: 'two', hasActiveWorker: true })

    const { main, cart, about } = files('two')
    expect(await stored()).toEqual(
      expect.arrayContaining([main, cart, about, '/shells/page?rev=two']),
    )
  })

  test('an update that lacks one file fails, and the next try downloads only what is missing [pwa.8]', async () => {
    const { about, cart } = files('two')
    network = (path) => (path === about ? new Response('', { status: 404 }) : served(path))
    await expect(install({ build: 'two', hasActiveWorker: true })).rejects.toThrow(about)
    const requests: string[] = []
    network = (path) => {
      requests.push(path)
      return served(path)
    }

    await install({ build: 'two', hasActiveWorker: true })

    expect(requests).toContain(about)
    expect(requests).not.toContain(cart)
  })

  test('with Save-Data an update downloads only newer versions of stored files [pwa.15]', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    await install({ build: 'one', hasActiveWorker: false })
    await (await caches.open('shell')).put(files('one').cart, new Response('file'))

    await install({ build: 'two', hasActiveWorker: true })

    const { main, cart, about } = files('two')
    expect(await stored()).toEqual(expect.arrayContaining([main, cart]))
    expect(await stored()).not.toContain(about)
  })

  test.each<[what: string, network: (path: string) => Response]>([
    ['every response', portal],
    ['the documents', (path) => (path === '/shells/page' ? portal() : served(path))],
    ['a script', (path) => (path === files('two').cart ? portal() : served(path))],
  ])('fails where a captive portal replaces %s [pwa.8]', async (_, replaced) => {
    network = replaced

    await expect(install({ build: 'two', hasActiveWorker: true })).rejects.toThrow()

    for (const key of await (await caches.open('shell')).keys()) {
      const kept = await (await caches.open('shell')).match(key)
      expect(await kept?.text()).not.toContain('Hotel Wi-Fi')
    }
  })

  const { main } = files('one')
  test.each<[what: string, document: () => Response]>([
    ['is already of a later build', () => html(`<script src="${files('two').main}">`)],
    [
      'names files of its own build and of a later one',
      () => html(`<script src="${main}"></script><script src="${files('two').cart}">`),
    ],
    ['comes with an error', () => new Response(`<script src="${main}">`, { status: 503 })],
    [
      'comes from another URL',
      () => Object.defineProperty(html(`<script src="${main}">`), 'redirected', { value: true }),
    ],
  ])('fails where the document %s [pwa.8]', async (_, document) => {
    network = (path) => (path === '/shells/page' ? document() : served(path))

    await expect(install({ build: 'one', hasActiveWorker: true })).rejects.toThrow('/shells/page')
  })

  test('accepts a file whose type the server does not name [pwa.2]', async () => {
    network = (path) =>
      path === files('one').main ? new Response(new Uint8Array(1)) : served(path)

    await install({ build: 'one', hasActiveWorker: false })

    expect(await stored()).toContain(files('one').main)
  })
})

test('a chunk replaced by a captive portal fails and is not stored [pwa.3]', async () => {
  const { serveChunk } = await workerOf({ build: 'one', hasActiveWorker: true })
  network = portal

  const response = await serveChunk(new Request(origin + files('one').cart))

  expect(response.type).toBe('error')
  expect(await stored()).toEqual([])
})

test('a chunk comes from the network if storage is denied [wish.4]', async () => {
  const { serveChunk } = await workerOf({ build: 'one', hasActiveWorker: true })
  const open = async () => Promise.reject(new DOMException('Denied', 'SecurityError'))
  vi.stubGlobal('caches', { ...memoryCaches(), open })

  const response = await serveChunk(new Request(origin + files('one').cart))

  expect(await response.text()).toBe('file')
})
