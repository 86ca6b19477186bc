import { beforeEach, describe, expect, test, vi } from 'vitest'

import * as rules from '#contract/rules.ts'
import {
  startServiceWorker,
  stubNetwork,
  workerOrigin,
} from '#tests/support/worker/serviceWorker.ts'

const manifest = [
  { url: 'shells/page', revision: 'i1' },
  { url: '/shells/checkout', revision: 'c1' },
  { url: 'assets/main-abc.js', revision: null },
  { url: 'fonts/body.woff2', revision: null },
  { url: 'images/sprite.svg', revision: 's1' },
  { url: 'assets/ProductPage-def.js', revision: null },
  { url: 'assets/mainMenu.js', revision: null },
]
const critical = [
  '/assets/main-abc.js',
  '/fonts/body.woff2',
  '/images/sprite.svg?rev=s1',
  '/shells/checkout?rev=c1',
  '/shells/page?rev=i1',
]
const deferred = ['/assets/ProductPage-def.js', '/assets/mainMenu.js']

const file = (text: string, status = 200) => new Response(text, { status })
const page = (path: string) => `${path}<script src="/assets/main-abc.js"></script>`
/** Every file of the manifest contains its own path, and a page contains its scripts. */
const files = Object.fromEntries(
  manifest.map(({ url }) => {
    const { pathname } = new URL(url, workerOrigin)
    return [pathname, () => file(pathname.startsWith('/shells/') ? page(pathname) : pathname)]
  }),
)
const start = (setup: Parameters<typeof startServiceWorker>[1] = { manifest }) =>
  startServiceWorker(() => import('./sw.ts'), setup)

beforeEach(() => {
  vi.stubGlobal('navigator', {})
})

describe('an install', () => {
  test('downloads the files of a first paint only [pwa.2]', async () => {
    const { requestedPaths } = stubNetwork(files)
    const worker = await start()

    await worker.dispatch('install')

    expect((await worker.stored('shell')).sort()).toEqual(critical)
    expect(requestedPaths()).toHaveLength(critical.length)
  })

  test('bypasses the browser cache for files with a revision, and uses it for hashed ones [pwa.2]', async () => {
    const { network } = stubNetwork(files)
    const worker = await start()

    await worker.dispatch('install')

    expect(network).toHaveBeenCalledWith('/shells/page', { cache: 'no-store' })
    expect(network).toHaveBeenCalledWith('/assets/main-abc.js', { cache: 'default' })
  })

  test('fails if one of these files fails, so that the old worker stays [pwa.8]', async () => {
    stubNetwork({ ...files, '/fonts/body.woff2': () => file('', 503) })
    const worker = await start()

    await expect(worker.dispatch('install')).rejects.toThrow('/fonts/body.woff2: 503')
    expect(await worker.stored('shell')).not.toContain('/fonts/body.woff2')
  })

  test('downloads a few files at a time [pwa.15]', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({
      url: `fonts/${at}.woff2`,
      revision: null,
    }))
    let running = 0
    const max: number[] = []
    vi.stubGlobal('fetch', async () => {
      max.push(++running)
      await null
      running--
      return file('')
    })
    const worker = await start({ manifest: many })

    await worker.dispatch('install')

    expect(await worker.stored('shell')).toHaveLength(20)
    expect(Math.max(...max)).toBe(12)
  })
})

describe('an idle page', () => {
  test('lets the worker download the rest of the shell, each file once [pwa.2]', async () => {
    const { requestedPaths } = stubNetwork(files)
    const worker = await start()
    await worker.message({ type: 'warm-up' })
    expect(await worker.stored('shell')).toEqual(deferred)

    await worker.message({ type: 'warm-up' })

    expect(requestedPaths()).toEqual(deferred)
  })

  test('skips a file that fails to download [pwa.2]', async () => {
    stubNetwork({ [deferred[0]!]: () => file('', 404), [deferred[1]!]: () => file('menu') })
    const worker = await start()

    await worker.message({ type: 'warm-up' })

    expect(await worker.stored('shell')).toEqual([deferred[1]])
  })
})

describe('an update', () => {
  const versionOf = (name: string) => [
    { url: '/shells/page', revision: name },
    { url: `/assets/main-${name}.js`, revision: null },
  ]
  const filesOf = (name: string) => [`/shells/page?rev=${name}`, `/assets/main-${name}.js`]
  const anyUrl = (name: string) =>
    vi.stubGlobal('fetch', async () => file(`<script src="/assets/main-${name}.js">`))

  test('waits until the page asks for it [pwa.8]', async () => {
    anyUrl('two')
    const worker = await start({ manifest: versionOf('two'), isUpdate: true })
    await worker.dispatch('install')
    expect(worker.scope.skipWaiting).not.toHaveBeenCalled()

    await worker.message({ type: 'update-now' })

    expect(worker.scope.skipWaiting).toHaveBeenCalledOnce()
  })

  test('keeps the chunks of the previous version and deletes older ones [pwa.8]', async () => {
    const first = await start({ manifest: versionOf('one') })
    for (const version of ['one', 'two', 'three']) {
      anyUrl(version)
      const worker = await start({ manifest: versionOf(version), stores: first.stores })
      await worker.dispatch('install')
      await worker.dispatch('activate')
      expect(worker.scope.clients.claim).toHaveBeenCalledOnce()
    }

    expect((await first.stored('shell')).sort()).toEqual(
      [...filesOf('two'), ...filesOf('three'), '/shell-list'].sort(),
    )
  })
})

test.each([undefined, null, 'update-now', {}, { type: 'from-a-newer-page' }])(
  'the message %j is ignored [pwa.8]',
  async (message) => {
    const { network } = stubNetwork({})
    const worker = await start()

    await worker.message(message)

    expect(network).not.toHaveBeenCalled()
    expect(worker.messages).toEqual([])
    expect(worker.scope.skipWaiting).not.toHaveBeenCalled()
  },
)

describe('a page', () => {
  const textAt = async (worker: Awaited<ReturnType<typeof start>>, path: string) =>
    (await worker.navigate(path))?.text()

  test.each([
    '/collections?category=kurtas',
    '/cart',
    '/products/blue-kurta',
    '/checkout/more',
    '/no/checkout',
  ])('at %s opens from the shell [pwa.2]', async (path) => {
    stubNetwork(files)
    const worker = await start()
    await worker.dispatch('install')

    expect(await textAt(worker, path)).toBe(page('/shells/page'))
  })

  test.each(['/checkout', '/checkout/', '/checkout?step=2'])(
    'at %s opens from its own shell [pwa.2]',
    async (path) => {
      stubNetwork(files)
      const worker = await start()
      await worker.dispatch('install')

      expect(await textAt(worker, path)).toBe(page('/shells/checkout'))
    },
  )

  test('comes from the network if the shell is missing [pwa.2]', async () => {
    stubNetwork({ '/cart': () => file('drawn by the server') })
    const worker = await start()

    expect(await textAt(worker, '/cart')).toBe('drawn by the server')
  })

  test.each([
    '/api',
    '/api/brands',
    '/dev/inbox',
    '/sandbox/pay/plink_7',
    '/maps-frame',
    '/metrics',
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/photos/a',
    '/sitemaps/products.xml',
  ])('is not opened by %s [shell.1]', async (path) => {
    const { network } = stubNetwork(files)
    const worker = await start()
    await worker.dispatch('install')
    network.mockClear()

    expect(await worker.navigate(path)).toBeUndefined()
    expect(network).not.toHaveBeenCalled()
  })

  test.each(['/apiary', '/help/api', '/v1.2/about', '/a.b-c'])(
    'is opened by %s, which only resembles a file’s URL [shell.2]',
    async (path) => {
      stubNetwork(files)
      const worker = await start()
      await worker.dispatch('install')

      expect(await textAt(worker, path)).toBe(page('/shells/page'))
    },
  )

  test('prefetches its reads while its scripts start [pwa.3]', async () => {
    const json = () =>
      Response.json({}, { headers: { 'x-api': '1', 'content-type': 'application/json' } })
    const { requestedPaths } = stubNetwork({
      ...files,
      '/api/products/kurta-7': json,
      '/api/brands': json,
    })
    const worker = await start()
    await worker.dispatch('install')

    await worker.navigate('/products/kurta-7')

    expect(requestedPaths()).toContain('/api/products/pair-it-with/kurta-7')
    expect(await worker.stored('products')).toEqual(['/api/products/kurta-7'])
  })
})

describe('home', () => {
  const html = '<script src="/assets/main-abc.js"></script><div id="root"><h1>Home</h1></div>'
  const home = { '/': () => file(html), '/?gender=men': () => file(html) }

  async function withHome(path: string) {
    const net = stubNetwork({ ...files, ...home })
    const worker = await start()
    await worker.dispatch('install')
    await worker.message({ type: 'cache-home', path })
    net.network.mockClear()
    return { worker, requests: net.requestedPaths }
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), toFake: ['Date'] })
    return () => void vi.useRealTimers()
  })

  test('opens as the server rendered it, without the network [pwa.2]', async () => {
    const { worker, requests } = await withHome('/')

    expect(await (await worker.navigate('/'))?.text()).toBe(html)
    expect(requests()).toEqual([])
  })

  test('refreshes its lists once they are older than their time to live [pwa.3]', async () => {
    const { worker, requests } = await withHome('/?gender=men')
    vi.setSystemTime(Date.now() + rules.cacheTtl.listsMs)

    await worker.navigate('/')

    expect(requests()).toContain('/api/brands/getPremiumBrands?gender=men')
  })

  test('is not stored if the download fails, without an error [pwa.2]', async () => {
    const net = stubNetwork(files)
    const worker = await start()
    await worker.dispatch('install')

    await worker.message({ type: 'cache-home', path: '/' })

    expect(net.requestedPaths().at(-1)).toBe('/')
    expect((await worker.stored('shell')).sort()).toEqual(critical)
  })
})

test('a page that the activation missed is controlled when it asks [pwa.2]', async () => {
  const worker = await start()

  await worker.message({ type: 'claim' })

  expect(worker.scope.clients.claim).toHaveBeenCalledOnce()
})

describe('a chunk', () => {
  test('comes from the shell [pwa.2]', async () => {
    const { network } = stubNetwork(files)
    const worker = await start()
    await worker.dispatch('install')
    network.mockClear()

    expect(await (await worker.request('/assets/main-abc.js'))?.text()).toBe('/assets/main-abc.js')
    expect(network).not.toHaveBeenCalled()
  })

  test('that is not stored comes from the network and is stored [pwa.8]', async () => {
    stubNetwork(files)
    const worker = await start()

    expect(await (await worker.request(deferred[0]!))?.text()).toBe(deferred[0])
    expect(await worker.stored('shell')).toEqual([deferred[0]])
  })

  test('of an older version is passed on and not stored [pwa.8]', async () => {
    stubNetwork({ '/assets/old.js': () => file('', 404) })
    const worker = await start()

    expect((await worker.request('/assets/old.js'))?.status).toBe(404)
    expect(await worker.stored('shell')).toEqual([])
  })

  test('is only a file under /assets and /fonts', async () => {
    const worker = await start()

    expect(await worker.request('/other/assets/main.js')).toBeUndefined()
  })
})

describe('the data that a page read before the worker controlled it', () => {
  const json = () =>
    Response.json({}, { headers: { 'x-api': '1', 'content-type': 'application/json' } })

  test('is stored: public reads and images of the store [pwa.3]', async () => {
    const { requestedPaths } = stubNetwork({
      '/api/brands': json,
      '/photos/a.webp': () => file('image'),
    })
    const worker = await start()

    await worker.message({
      type: 'cache-urls',
      urls: [
        '/api/brands',
        '/api/cart',
        '/photos/a.webp',
        '/photos/lost.webp',
        '/photos/returns/mine.webp',
        '/photos/pending/mine.webp',
        'https://elsewhere.example/photos/a.webp',
      ],
    })

    expect(await worker.stored('lists')).toEqual(['/api/brands'])
    expect(await worker.stored('images')).toEqual(['/photos/a.webp'])
    expect(requestedPaths().sort()).toEqual(['/api/brands', '/photos/a.webp', '/photos/lost.webp'])
  })

  test('is stored for up to 60 URLs [pwa.15]', async () => {
    const { requestedPaths } = stubNetwork({})
    const worker = await start()

    await worker.message({
      type: 'cache-urls',
      urls: Array.from({ length: 61 }, (_, at) => `/photos/${at}.webp`),
    })

    expect(requestedPaths()).toHaveLength(60)
    expect(requestedPaths()).not.toContain('/photos/60.webp')
  })
})
