import { expect, test, vi } from 'vitest'

import { startServiceWorker, stubNetwork } from '#tests/support/worker/serviceWorker.ts'

const image = () => new Response('image')
const placeholder = { url: '/images/placeholder.svg', revision: 'p1' }
const start = () => startServiceWorker(() => import('#sw/sw.ts'), { manifest: [placeholder] })

test('an image seen before needs no network [pwa.15]', async () => {
  const { requestedPaths, network } = stubNetwork({ '/photos/a.webp': image })
  const worker = await start()
  await worker.request('/photos/a.webp')
  // A request without a response times out.
  expect(network.mock.calls[0]?.[1]?.signal).toBeInstanceOf(AbortSignal)

  const again = await worker.request('/photos/a.webp')

  expect(await again?.text()).toBe('image')
  expect(requestedPaths()).toEqual(['/photos/a.webp'])
})

test('an image of the shell comes from the shell cache [pwa.2]', async () => {
  const { requestedPaths } = stubNetwork({ [placeholder.url]: () => new Response('placeholder') })
  const worker = await start()
  await worker.dispatch('install')

  expect(await (await worker.request(placeholder.url))?.text()).toBe('placeholder')
  expect(requestedPaths()).toEqual([placeholder.url])
  expect(await worker.stored('images')).toEqual([])
})

test('a missing image is not stored', async () => {
  stubNetwork({ '/photos/lost.webp': () => new Response('', { status: 404 }) })
  const worker = await start()

  expect((await worker.request('/photos/lost.webp'))?.status).toBe(404)
  expect(await worker.stored('images')).toEqual([])
})

test('offline a placeholder replaces an image [pwa.2]', async () => {
  stubNetwork({ [placeholder.url]: () => new Response('placeholder') })
  const worker = await start()
  await worker.dispatch('install')

  expect(await (await worker.request('/photos/a.webp'))?.text()).toBe('placeholder')
})

test('a gateway error is not stored, and a placeholder replaces the image [pwa.2]', async () => {
  stubNetwork({
    [placeholder.url]: () => new Response('placeholder'),
    '/photos/a.webp': () => new Response('Bad gateway', { status: 503 }),
  })
  const worker = await start()
  await worker.dispatch('install')

  expect(await (await worker.request('/photos/a.webp'))?.text()).toBe('placeholder')
  expect(await worker.stored('images')).toEqual([])
})

test('the page of a captive portal is not stored as an image [pwa.3] [pwa.15]', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  stubNetwork({
    [placeholder.url]: () => new Response('placeholder'),
    '/photos/a.webp': () => new Response('Sign in to this hotel', { headers }),
  })
  const worker = await start()
  await worker.dispatch('install')

  expect(await (await worker.request('/photos/a.webp'))?.text()).toBe('placeholder')
  expect(await worker.stored('images')).toEqual([])
})

test('without a placeholder the image fails as it would without a worker', async () => {
  stubNetwork({})
  const worker = await start()

  expect((await worker.request('/photos/a.webp'))?.type).toBe('error')
})

test('the newest 150 images are stored', async () => {
  vi.stubGlobal('fetch', async () => image())
  const worker = await start()

  for (let at = 0; at < 152; at++) await worker.request(`/photos/${at}.webp`)

  const stored = await worker.stored('images')
  expect(stored).toHaveLength(150)
  expect(stored[0]).toBe('/photos/2.webp')
})

test('an image that was opened again stays when others are deleted [pwa.15]', async () => {
  vi.stubGlobal('fetch', async () => image())
  const worker = await start()
  for (let at = 0; at < 150; at++) await worker.request(`/photos/${at}.webp`)
  await worker.request('/photos/0.webp')

  await worker.request('/photos/new.webp')

  const stored = await worker.stored('images')
  expect(stored).toHaveLength(150)
  expect(stored).toContain('/photos/0.webp')
  expect(stored).not.toContain('/photos/1.webp')
})

test('images take at most 15 MB [pwa.15]', async () => {
  const headers = { 'content-length': '4000000' }
  vi.stubGlobal('fetch', async () => new Response('image', { headers }))
  const worker = await start()

  for (let at = 0; at < 5; at++) await worker.request(`/photos/${at}.webp`)

  expect(await worker.stored('images')).toEqual([
    '/photos/2.webp',
    '/photos/3.webp',
    '/photos/4.webp',
  ])
})

const hash = 'a'.repeat(20)

test('a wider stored photo serves a narrower one, which is not requested [pwa.15]', async () => {
  const { requestedPaths } = stubNetwork({ [`/photos/kept/${hash}/720.webp`]: image })
  const worker = await start()
  await worker.request(`/photos/kept/${hash}/720.webp`)

  const shown = await worker.request(`/photos/kept/${hash}/320.webp`)

  expect(await shown?.text()).toBe('image')
  expect(requestedPaths()).toEqual([`/photos/kept/${hash}/720.webp`])
})

test('offline a narrower stored photo replaces a wider one [pwa.15]', async () => {
  stubNetwork({ [`/photos/kept/${hash}/320.webp`]: image })
  const worker = await start()
  await worker.request(`/photos/kept/${hash}/320.webp`)

  const shown = await worker.request(`/photos/kept/${hash}/1080.webp`)

  expect(await shown?.text()).toBe('image')
})

test('on a full device all stored images are deleted, and this one is shown [pwa.15]', async () => {
  stubNetwork({ '/photos/a.webp': image, '/photos/b.webp': image })
  const worker = await start()
  await worker.request('/photos/a.webp')
  const cache = await worker.stores.open('images')
  const open = vi.spyOn(worker.stores, 'open').mockResolvedValue({
    ...cache,
    put: () => Promise.reject(new DOMException('No space left', 'QuotaExceededError')),
  })

  const shown = await worker.request('/photos/b.webp')
  open.mockRestore()

  expect(await shown?.text()).toBe('image')
  expect(await worker.stored('images')).toEqual([])
})

test('images come from the network if storage is denied [pwa.15]', async () => {
  stubNetwork({ '/photos/a.webp': image })
  const worker = await start()
  const isRefused = () => Promise.reject(new DOMException('Denied', 'SecurityError'))
  vi.spyOn(worker.stores, 'open').mockImplementation(isRefused)
  vi.spyOn(worker.stores, 'delete').mockImplementation(isRefused)

  const shown = await worker.request('/photos/a.webp')

  expect(await shown?.text()).toBe('image')
})

test.each([
  '/other/photos/a.webp',
  '/photos/returns/a.webp',
  '/photos/pending/a.webp',
  '/photos/reviews/a.webp',
  '/photographs/a.webp',
])('%s is not an image of the catalogue [pwa.4]', async (path) => {
  const { requestedPaths } = stubNetwork({})
  const worker = await start()

  expect(await worker.request(path)).toBeUndefined()
  expect(requestedPaths()).toEqual([])
})

test('on a slow connection a photo is requested and stored in a smaller width, and replaced on a good one [pwa.15]', async () => {
  const { network } = stubNetwork({ '/photos/a.webp': image })
  const connection = { effectiveType: '2g' }
  vi.stubGlobal('navigator', { connection })
  const worker = await start()
  const askedToSave = () =>
    network.mock.calls.map(([, init]) => new Headers(init?.headers).get('Save-Data'))

  await worker.request('/photos/a.webp')
  await worker.request('/photos/a.webp')
  expect(askedToSave()).toEqual(['on'])

  connection.effectiveType = '4g'
  await worker.request('/photos/a.webp')
  await worker.request('/photos/a.webp')
  expect(askedToSave()).toEqual(['on', null])
})

test('where responses take long, photos are smaller in every browser [pwa.15]', async () => {
  const { network } = stubNetwork({ '/photos/a.webp': image })
  vi.stubGlobal('navigator', {})
  const worker = await start()
  await worker.message({
    type: 'evidence',
    evidence: { kind: 'response', status: 200, isOurs: true, isSlow: true, at: Date.now() },
  })

  await worker.request('/photos/a.webp')

  const [, init] = network.mock.calls.at(-1) ?? []
  expect(new Headers(init?.headers).get('Save-Data')).toBe('on')
})
