import { beforeEach, describe, expect, test, vi } from 'vitest'

import { maxStale } from '#contract/workerRules.ts'
import { startServiceWorker, stubNetwork } from '#tests/support/worker/serviceWorker.ts'

const script = '/assets/main-one.js'
const manifest = [
  { url: '/shells/page', revision: 'one' },
  { url: '/shells/checkout', revision: 'one' },
  { url: script, revision: null },
]
const shell = `the shell <script src="${script}"></script>`
const list = '/collections?category=women-kurtis'
const product = '/products/blue-kurta'
const listRead = 'products/list?category=women-kurtis'

/** A document as the server renders it, with the responses that it was rendered from. */
const rendered = (words: string, responses: object = {}) =>
  `<script src="${script}"></script><div id="root"><h1>${words}</h1></div>` +
  `<script type="application/json" id="responses">${JSON.stringify(responses)}</script>`
const html = (text: string, { status = 200, isOurs = true } = {}) =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/html', ...(isOurs && { 'x-api': '1' }) },
  })
const never = () => new Promise<Response>(() => undefined)
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'))

const files = {
  '/shells/page': () => html(shell),
  '/shells/checkout': () => html(`${shell} of the checkout`),
  [script]: () => new Response('script'),
}

/** An active worker. */
async function start() {
  stubNetwork(files)
  const worker = await startServiceWorker(() => import('#sw/sw.ts'), { manifest })
  await worker.dispatch('install')
  return worker
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), shouldAdvanceTime: true })
  vi.stubGlobal('navigator', {})
  return () => vi.useRealTimers()
})

describe('a list or product that was not opened before', () => {
  test.each([list, product, '/search?q=kurta'])(
    '%s opens as the server renders it [pwa.2]',
    async (path) => {
      const worker = await start()

      const response = await worker.navigate(path, Promise.resolve(html(rendered('From server'))))

      expect(await response?.text()).toContain('From server')
    },
  )

  test('is requested by the worker where the browser does not preload [pwa.2]', async () => {
    const worker = await start()
    stubNetwork({ ...files, [list]: () => html(rendered('From server')) })

    expect(await (await worker.navigate(list))?.text()).toContain('From server')
  })

  test.each([
    ['the server does not begin within 1.5 s', never],
    ['there is no connection', noConnection],
    ['the server fails', async () => html('busy', { status: 503 })],
    ['a captive portal responds', async () => html('Log in to the Wi-Fi', { isOurs: false })],
  ])('opens from the shell if %s [pwa.2] [pwa.7]', async (_, preload) => {
    const worker = await start()

    const response = await worker.navigate(list, preload())

    expect(await response?.text()).toBe(shell)
  })

  test('does not exist if the server says so [shell.2]', async () => {
    const worker = await start()

    const response = await worker.navigate(
      '/products/no-such-thing',
      Promise.resolve(html(rendered('Not found'), { status: 404 })),
    )

    expect(response?.status).toBe(404)
  })

  test('does not wait for the server while the store is offline [pwa.7]', async () => {
    const worker = await start()
    await worker.message({
      type: 'evidence',
      evidence: { kind: 'link', isUp: false, at: Date.now() },
    })

    const response = await worker.navigate(list, Promise.resolve(html(rendered('From server'))))

    expect(await response?.text()).toBe(shell)
  })
})

describe('a list or product that was opened before', () => {
  async function startWithStored(path = list) {
    const worker = await start()
    const responses = { [`@"readProducts","${listRead}",`]: { success: true, result: [7] } }
    await worker.navigate(path, Promise.resolve(html(rendered('Stored', responses))))
    return worker
  }

  test('opens at once from its document, on any connection [pwa.2] [pwa.7]', async () => {
    const worker = await startWithStored()

    for (const preload of [noConnection(), Promise.resolve(html('Wi-Fi', { isOurs: false }))]) {
      const response = await worker.navigate(list, preload)
      expect(await response?.text()).toContain('Stored')
    }
  })

  test('shows the next time what the server renders now [pwa.2]', async () => {
    const worker = await startWithStored()

    await worker.navigate(list, Promise.resolve(html(rendered('Renewed'))))

    expect(await (await worker.navigate(list, noConnection()))?.text()).toContain('Renewed')
  })

  test('is not mistaken for another list [pwa.2]', async () => {
    const worker = await startWithStored()

    const response = await worker.navigate('/collections?category=men-kurtas', noConnection())

    expect(await response?.text()).toBe(shell)
  })

  test('also has its products stored, with their age [pwa.3]', async () => {
    const worker = await startWithStored()
    stubNetwork({})
    vi.setSystemTime(Date.now() + 60_000)

    const response = await worker.request(`/api/${listRead}`)

    expect(await response?.json()).toEqual({ success: true, result: [7] })
    expect(response?.headers.get('x-sw-cache')).toBe('stale')
    expect(Number(response?.headers.get('x-sw-age'))).toBeGreaterThanOrEqual(60)
  })

  test('tells the page when it was stored [pwa.3]', async () => {
    const worker = await startWithStored()

    const response = await worker.navigate(list, noConnection())

    expect(response?.headers.get('server-timing')).toMatch(/^stored-at;dur=\d+$/)
  })

  test('is forgotten once it is gone, and when it is too old [pwa.3]', async () => {
    const worker = await startWithStored(product)
    await worker.navigate(product, Promise.resolve(html('Gone', { status: 404 })))
    expect(await worker.stored('documents')).toEqual([])

    await worker.navigate(product, Promise.resolve(html(rendered('Stored'))))
    vi.setSystemTime(Date.now() + maxStale.listsMs + 1)
    expect(await (await worker.navigate(product, noConnection()))?.text()).toBe(shell)
  })

  test('goes when a new version becomes active [pwa.8]', async () => {
    const worker = await startWithStored()

    await worker.dispatch('activate')

    expect(await worker.stored('documents')).toEqual([])
  })
})

test.each([
  ['a part of it is missing', rendered('Half').replace(script, '/assets/other.js')],
  ['it is empty', shell],
])('a document is not stored if %s [pwa.8]', async (_, text) => {
  const worker = await start()

  await worker.navigate(list, Promise.resolve(html(text)))

  expect(await worker.stored('documents')).toEqual([])
})

test('stored documents take 3 MB at most; those opened long ago go first [pwa.2]', async () => {
  const worker = await start()
  const large = (nth: number) => rendered(`${nth} ${'x'.repeat(1_000_000)}`)
  const open = (nth: number) =>
    worker.navigate(`/products/p${nth}`, Promise.resolve(html(large(nth))))
  await open(1)
  await open(2)
  await open(1)

  await open(3)

  expect(await worker.stored('documents')).toEqual(['/products/p1', '/products/p3'])
})

test.each(['/about-us', '/policies/returns', '/no-such-page'])(
  'the text at %s comes from the server, and is not stored [pwa.2]',
  async (path) => {
    const worker = await start()

    const response = await worker.navigate(path, Promise.resolve(html(rendered('A text'))))

    expect(await response?.text()).toContain('A text')
    expect(await worker.stored('documents')).toEqual([])
  },
)

test.each(['/cart', '/wishlist', '/myaccount', '/order-listing'])(
  'the customer’s page at %s opens from the shell [pwa.4]',
  async (path) => {
    const worker = await start()

    const response = await worker.navigate(
      path,
      Promise.resolve(new Response(null, { status: 204 })),
    )

    expect(await response?.text()).toBe(shell)
  },
)

test('the document that was opened before the worker is stored when the page is idle [pwa.2]', async () => {
  const worker = await start()
  stubNetwork({ ...files, [product]: () => html(rendered('First visit')) })

  await worker.message({ type: 'cache-document', path: product })

  expect(await worker.stored('documents')).toEqual([product])
})

test.each(['/', '/about-us', '/cart'])(
  'the document at %s is not requested to be stored [pwa.2]',
  async (path) => {
    const worker = await start()
    const { requestedPaths } = stubNetwork({
      ...files,
      [path]: () => html(rendered('First visit')),
    })

    await worker.message({ type: 'cache-document', path })

    expect(requestedPaths()).not.toContain(path)
    expect(await worker.stored('documents')).toEqual([])
  },
)

test('activation has the browser request pages beside the worker [pwa.2]', async () => {
  const worker = await start()
  const enable = vi.fn(async () => undefined)
  Object.assign(worker.scope.registration, { navigationPreload: { enable } })

  await worker.dispatch('activate')

  expect(enable).toHaveBeenCalledOnce()
})

test('where data is saved, the browser requests no page beside the worker [pwa.15]', async () => {
  const worker = await start()
  const preload = { enable: vi.fn(async () => undefined), disable: vi.fn(async () => undefined) }
  Object.assign(worker.scope.registration, { navigationPreload: preload })
  vi.stubGlobal('navigator', { connection: { saveData: true } })

  await worker.navigate(list)
  expect(preload.disable).toHaveBeenCalledOnce()
  vi.stubGlobal('navigator', {})
  await worker.navigate(list)

  expect(preload.enable).toHaveBeenCalledOnce()
})
