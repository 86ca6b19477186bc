import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { ChunkError, importChunk } from './importChunk.ts'

type FakeResponse = 'lost' | 'busy' | 'portal' | 'gone' | 'here'

const bodies: Record<Exclude<FakeResponse, 'lost'>, () => Response> = {
  busy: () => new Response('Busy', { status: 503 }),
  portal: () => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } }),
  gone: () => new Response('Not found', { status: 404 }),
  here: () => new Response('export {}', { headers: { 'content-type': 'text/javascript' } }),
}

/** A server that gives these responses to downloads in turn, and then the file. */
function serving(...responses: FakeResponse[]) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (file: string) => {
    if (file.startsWith('/healthz')) return new Response(null, { headers: { 'x-api': '1' } })
    requests.push(file)
    const response = responses.shift() ?? 'here'
    if (response === 'lost') throw new TypeError('Failed to fetch')
    return bodies[response]()
  })
  return requests
}

/** Each test uses its own file, because a loaded file is not downloaded again. */
let count = 0
const newFile = () => `assets/Page-${count++}.js`

/** Settled after all automatic retries. */
async function settled<Result>(promise: Promise<Result>) {
  const result = promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  await vi.runAllTimersAsync()
  return result
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a chunk', () => {
  test('is imported once all its files have arrived [pwa.8]', async () => {
    const files = [newFile(), newFile()]
    const requests = serving()

    const result = await settled(importChunk(() => Promise.resolve([...requests]), files))

    expect(result).toEqual({ value: files.map((file) => `/${file}`) })
  })

  test.each(['lost', 'busy', 'portal'] as const)(
    'loads on the second try if the first response is %s [pwa.8]',
    async (response) => {
      const file = newFile()
      const requests = serving(response)

      expect(await settled(importChunk(() => Promise.resolve('module'), [file]))).toEqual({
        value: 'module',
      })
      expect(requests).toEqual([`/${file}`, `/${file}`])
    },
  )

  test('is tried again after 0.4 seconds and once more after 1.6, each time for 30 seconds at most [pwa.8]', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const requests = serving('busy', 'lost', 'busy')
    const failed = importChunk(() => Promise.resolve(), [newFile()]).catch(
      (error: unknown) => error,
    )

    await vi.advanceTimersByTimeAsync(399)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1599)
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(requests).toHaveLength(3)
    expect(timeout.mock.calls.slice(0, 3)).toEqual([[30_000], [30_000], [30_000]])

    expect(await failed).toBeInstanceOf(ChunkError)
  })

  test('bypasses the browser’s cache on the second try, as it may contain the page of a captive portal [pwa.8]', async () => {
    const network = vi.fn(async (_file: string, _init: RequestInit) => bodies.here())
    network.mockImplementationOnce(async () => bodies.portal())
    vi.stubGlobal('fetch', network)

    await settled(importChunk(() => Promise.resolve('module'), [newFile()]))

    expect(network.mock.calls.map(([, { cache }]) => cache)).toEqual(['default', 'reload'])
  })

  test('fails without an import() that browsers remember, and can be retried [pwa.8]', async () => {
    const file = newFile()
    const load = vi.fn(() => Promise.resolve('module'))
    serving('busy', 'busy', 'busy')

    const first = await settled(importChunk(load, [file]))
    expect(first).toEqual({ error: expect.any(ChunkError) as ChunkError })
    expect(load).not.toHaveBeenCalled()

    expect(await settled(importChunk(load, [file]))).toEqual({ value: 'module' })
  })

  describe('with styles', () => {
    const styles = () => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
    const aStyle = () => new Response('p {}', { headers: { 'content-type': 'text/css' } })

    test('is evaluated while they are applied, and returned after that [pwa.8]', async () => {
      vi.stubGlobal('fetch', async (file: string) =>
        file.endsWith('.css') ? aStyle() : bodies.here(),
      )
      const load = vi.fn(() => Promise.resolve('module'))
      const returned = vi.fn()
      const imported = importChunk(load, [newFile(), 'assets/Page.css']).then(returned)

      await vi.waitFor(() => expect(styles()).not.toBeNull())
      await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
      expect(returned).not.toHaveBeenCalled()
      styles()?.dispatchEvent(new Event('load'))
      await imported

      expect(returned).toHaveBeenCalledWith('module')
      styles()?.remove()
    })

    test('fails with them, and can be retried [pwa.8]', async () => {
      vi.stubGlobal('fetch', async (file: string) =>
        file.endsWith('.css') ? aStyle() : bodies.here(),
      )
      const files = [newFile(), 'assets/Failing.css']
      const load = () => Promise.resolve('module')
      const first = importChunk(load, files).catch((error: unknown) => error)
      await vi.waitFor(() => expect(styles()).not.toBeNull())
      styles()?.dispatchEvent(new Event('error'))
      await vi.advanceTimersByTimeAsync(400)
      styles()?.dispatchEvent(new Event('error'))
      await vi.advanceTimersByTimeAsync(1600)
      styles()?.dispatchEvent(new Event('error'))
      expect(await first).toBeInstanceOf(ChunkError)
      expect(styles()).toBeNull()

      const second = importChunk(load, files)
      await vi.waitFor(() => expect(styles()).not.toBeNull())
      styles()?.dispatchEvent(new Event('load'))

      expect(await second).toBe('module')
      styles()?.remove()
    })
  })

  test('of an older version is not requested again [pwa.8]', async () => {
    const requests = serving('gone')

    const result = await settled(importChunk(() => Promise.resolve(), [newFile()]))

    expect(result).toMatchObject({ error: { isGone: true } })
    expect(requests).toHaveLength(1)
  })

  test('is downloaded once for all callers [pwa.15]', async () => {
    const file = newFile()
    const requests = serving()
    const load = () => Promise.resolve()

    await settled(Promise.all([importChunk(load, [file]), importChunk(load, [file])]))
    await settled(importChunk(load, [file]))

    expect(requests).toEqual([`/${file}`])
  })

  test('that the document has loaded is not downloaded again [pwa.15]', async () => {
    const file = newFile()
    const script = document.createElement('script')
    script.setAttribute('src', `/${file}`)
    script.type = 'text/plain'
    document.head.append(script)
    const requests = serving()

    await settled(importChunk(() => Promise.resolve(), [file]))

    expect(requests).toEqual([])
    script.remove()
  })
})
