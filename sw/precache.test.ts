import { beforeEach, describe, expect, test, vi } from 'vitest'

import { memoryCaches } from '#tests/support/memoryCaches.ts'

const origin = 'https://pehno.example'

/** The files of two builds; `cart` and `about` are what a first paint does not need. */
const files = (build: 'one' | 'two') => {
  const hash = build === 'one' ? 'aaaa1111' : 'bbbb2222'
  const assets = { main: `/assets/main-${hash}.js`, cart: `/assets/CartPage-${hash}.js` }
  return { ...assets, about: `/assets/AboutPage-${hash}.js`, document: '/index.html' }
}

/** What the network does to each address; a file of the build unless a test says otherwise. */
let network: (path: string) => Response

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

const install = async (state: State) => (await workerOf(state)).installShell()

const stored = async () => {
  const keys = await (await caches.open('shell')).keys()
  return keys.map(({ url }) => url.replace(origin, '')).sort()
}

beforeEach(() => {
  network = () => new Response('file')
  vi.stubGlobal('caches', memoryCaches())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (path: string) => network(path))
  return () => vi.unstubAllGlobals()
})

describe('installing the worker', () => {
  test('a first visit waits only for what a first paint needs [pwa.2]', async () => {
    await install({ build: 'one', hasActiveWorker: false })

    expect(await stored()).toEqual([files('one').main, '/index.html?rev=one'])
  })

  test('an update waits for every file, so that the store opens offline after a deploy [pwa.8]', async () => {
    await install({ build: 'one', hasActiveWorker: false })

    await install({ build: 'two', hasActiveWorker: true })

    const { main, cart, about } = files('two')
    expect(await stored()).toEqual(
      expect.arrayContaining([main, cart, about, '/index.html?rev=two']),
    )
  })

  test('an update that lacks one file fails, and the next try downloads only what is missing [pwa.8]', async () => {
    const { about, cart } = files('two')
    network = (path) => new Response('', { status: path === about ? 404 : 200 })
    await expect(install({ build: 'two', hasActiveWorker: true })).rejects.toThrow(about)
    const asked: string[] = []
    network = (path) => {
      asked.push(path)
      return new Response('file')
    }

    await install({ build: 'two', hasActiveWorker: true })

    expect(asked).toContain(about)
    expect(asked).not.toContain(cart)
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
})
