import { beforeEach, expect, test, vi } from 'vitest'

import * as rules from '#contract/rules.ts'
import { memoryCaches } from '#tests/support/worker/memoryCaches.ts'

const origin = 'https://pehno.example'
const menHome = '/?gender=men'
const mainScript = (version: string) => `/assets/main-${version}.js`
const rendered = (words: string, version = 'one') =>
  `<script>["${mainScript(version)}"]</script><div id="root"><h1>${words}</h1></div>`

/** The store's responses by URL. */
let served: Record<string, () => Response>
const fetchMock = vi.fn((url: URL) => served[url.pathname + url.search]?.() ?? Response.error())
const html = (text: string, headers = {}) =>
  new Response(text, { headers: { 'content-type': 'text/html', ...headers } })

/** The worker of a version, with its scripts in the shell. */
async function workerOf(version: string) {
  vi.resetModules()
  vi.stubGlobal('self', {
    location: new URL(origin),
    __WB_MANIFEST: [
      { url: mainScript(version), revision: null },
      { url: '/shells/page', revision: version },
    ],
  })
  await (await caches.open('shell')).put(mainScript(version), new Response())
  const { cacheHome, cachedHome } = await import('./documents.ts')
  const shown = async (path: string) => (await cachedHome(new URL(path, origin)))?.text()
  return { cacheHome, cachedHome, shown }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') })
  vi.stubGlobal('caches', memoryCaches())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockClear()
  served = {
    '/': () => html(rendered('For women')),
    [menHome]: () => html(rendered('For men')),
  }
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('home is served as the server rendered it, wherever the shopper came from [pwa.2]', async () => {
  const { cacheHome, shown } = await workerOf('one')
  expect(await shown('/')).toBeUndefined()

  await cacheHome('/')

  for (const path of ['/', '/?from=home-screen', '/?gender=women', '/#login'])
    expect(await shown(path)).toContain('For women')
  for (const path of ['/collections', '/no-such-page', menHome])
    expect(await shown(path)).toBeUndefined()
})

test('a shopper who chose men gets the document for men only [shell.13]', async () => {
  const { cacheHome, shown } = await workerOf('one')
  await cacheHome('/')

  await cacheHome(menHome)

  for (const path of ['/', menHome]) expect(await shown(path)).toContain('For men')
  expect(await shown('/?gender=women')).toBeUndefined()
})

test('the last of two simultaneous choices wins [shell.13]', async () => {
  const { cacheHome, shown } = await workerOf('one')
  let respond = () => {}
  const hasResponded = new Promise<void>((done) => (respond = done))
  fetchMock.mockImplementationOnce(
    () => hasResponded.then(() => html(rendered('For women'))) as never,
  )

  const first = cacheHome('/')
  await cacheHome(menHome)
  respond()
  await first

  expect(await shown('/')).toContain('For men')
})

test('it is requested once in its time to live and served as long as lists are [pwa.3]', async () => {
  const { cacheHome, shown } = await workerOf('one')
  await cacheHome('/')
  vi.setSystemTime(Date.now() + rules.cacheTtl.listsMs - 1)
  await cacheHome('/')
  expect(fetchMock).toHaveBeenCalledTimes(1)

  vi.setSystemTime(Date.now() + 1)
  await cacheHome('/')
  expect(fetchMock).toHaveBeenCalledTimes(2)

  vi.setSystemTime(Date.now() + rules.maxStale.listsMs - 1)
  expect(await shown('/')).toBeDefined()
  vi.setSystemTime(Date.now() + 1)
  expect(await shown('/')).toBeUndefined()
})

test('it has its age and its content security policy, and is the same for everybody [pwa.4]', async () => {
  const { cacheHome, cachedHome } = await workerOf('one')
  const policy = { 'content-security-policy': "default-src 'none'" }
  served['/'] = () => html(rendered('For women'), { ...policy, vary: 'Cookie' })

  await cacheHome('/')

  const cached = await cachedHome(new URL(origin))
  expect(Object.fromEntries(cached?.headers ?? [])).toMatchObject({
    ...policy,
    'content-type': 'text/html',
    'server-timing': `stored-at;dur=${Date.now()}`,
  })
  expect(cached?.headers.has('vary')).toBe(false)
  expect(fetchMock).toHaveBeenCalledWith(
    new URL(origin),
    expect.objectContaining({ credentials: 'omit', cache: 'no-store' }),
  )
})

test('a new version never serves the document of an old one [pwa.8]', async () => {
  const old = await workerOf('one')
  await old.cacheHome('/')
  // The old worker stays for a while after the store was updated.
  served['/'] = () => html(rendered('Newer', 'two'))
  vi.setSystemTime(Date.now() + rules.cacheTtl.listsMs)
  await old.cacheHome('/')
  expect(await old.shown('/')).toContain('For women')

  const newer = await workerOf('two')
  expect(await newer.shown('/')).toBeUndefined()
  await newer.cacheHome('/')
  expect(await newer.shown('/')).toContain('Newer')
})

test('a document is not stored until all of its files are [pwa.2]', async () => {
  const { cacheHome, shown } = await workerOf('one')
  await (await caches.open('shell')).delete(mainScript('one'))

  await cacheHome('/')

  expect(await shown('/')).toBeUndefined()
})

test('a document of an older version is not stored, even if its files are [pwa.8]', async () => {
  const { cacheHome, shown } = await workerOf('one')
  await (await caches.open('shell')).put(mainScript('zero'), new Response())
  served['/'] = () => html(rendered('Old', 'zero'))

  await cacheHome('/')

  expect(await shown('/')).toBeUndefined()
})

const unstorable: [what: string, response: () => Response][] = [
  ['an error', () => new Response(rendered('Oh'), { status: 503 })],
  ['a page without its program', () => html('<div id="root"><h1>Home</h1></div>')],
  ['a page of which one file is not here', () => html(`${rendered('Oh')}"/assets/lost.css"`)],
  ['what nothing is drawn in', () => html(rendered('').replace('<h1></h1>', ''))],
  ['the page of somebody else’s network', () => html('<h1>Sign in to this hotel</h1>')],
  ['no response', () => Response.error()],
]

test.each(unstorable)('%s is not stored as home [pwa.2]', async (_, respond) => {
  const { cacheHome, shown } = await workerOf('one')
  served['/'] = respond

  await cacheHome('/').catch(() => undefined)

  expect(await shown('/')).toBeUndefined()
})

test('choosing men deletes the document for women, even if the other cannot be loaded [shell.13]', async () => {
  const { cacheHome, shown } = await workerOf('one')
  await cacheHome('/')
  served = {}

  await cacheHome(menHome).catch(() => undefined)

  expect(await shown('/')).toBeUndefined()
})

test('it is requested again if the clock was set back [pwa.3]', async () => {
  const { cacheHome, shown } = await workerOf('one')
  await cacheHome('/')
  vi.setSystemTime(Date.now() - 1)
  expect(await shown('/')).toBeUndefined()

  await cacheHome('/')

  expect(fetchMock).toHaveBeenCalledTimes(2)
})

test('nothing is requested with Save-Data or from another page [pwa.15]', async () => {
  const { cacheHome } = await workerOf('one')
  for (const path of ['/cart', '/no-such-page', 'https://elsewhere.example/']) await cacheHome(path)
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  await cacheHome('/')

  expect(fetchMock).not.toHaveBeenCalled()
})
