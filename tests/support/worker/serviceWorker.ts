import { vi } from 'vitest'

import { memoryCaches } from './memoryCaches.ts'

export const workerOrigin = 'https://pehno.example'

type Setup = {
  /** The files of this build, as the build lists them in the worker. */
  manifest?: { url: string; revision: string | null }[]
  /** Caches of an earlier worker on the same device. */
  stores?: ReturnType<typeof memoryCaches>
  /** Whether an earlier worker is active, so that this one is an update. */
  isUpdate?: boolean
}

/**
 * A freshly started service worker with an open page. `load` imports the worker's module; events
 * reach it through the listeners that it adds.
 */
export async function startServiceWorker(load: () => Promise<unknown>, setup: Setup = {}) {
  const stores = setup.stores ?? memoryCaches()
  const listeners = new Map<string, (event: object) => void>()
  const messages: unknown[] = []
  const scope = {
    location: new URL(workerOrigin),
    __WB_MANIFEST: setup.manifest ?? [],
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, listener),
    clients: {
      // Clients of another worker, or of none, are listed only on request.
      matchAll: async (wanted: { includeUncontrolled?: boolean; type?: string } = {}) =>
        wanted.includeUncontrolled && wanted.type === 'window'
          ? [{ url: `${workerOrigin}/`, postMessage: (message: unknown) => messages.push(message) }]
          : [],
      claim: vi.fn(async () => undefined),
      openWindow: vi.fn(async () => undefined),
    },
    registration: {
      active: setup.isUpdate ? {} : null,
      showNotification: vi.fn(async () => undefined),
    },
    skipWaiting: vi.fn(async () => undefined),
  }
  vi.resetModules()
  vi.stubGlobal('self', scope)
  vi.stubGlobal('navigator', globalThis.navigator ?? {})
  vi.stubGlobal('caches', stores)
  await load()

  /** Dispatches an event; returns the response, if any, and what the event waits for. */
  function send(type: string, event: object = {}) {
    const waiting: Promise<unknown>[] = []
    let response: Promise<Response> | undefined
    listeners.get(type)?.({
      ...event,
      waitUntil: (work: Promise<unknown>) => waiting.push(work),
      respondWith: (promise: Promise<Response>) => {
        if (!(promise instanceof Promise)) throw new TypeError('A worker responds with a response')
        response = promise
      },
    })
    const settled = async () => {
      for (let work = waiting.shift(); work; work = waiting.shift()) await work
    }
    return { response, settled }
  }

  async function dispatch(type: string, event?: object): Promise<Response | undefined> {
    const { response, settled } = send(type, event)
    const result = await response
    await settled()
    return result
  }

  /** The `Request` constructor rejects the mode `navigate`, which only a browser can set. */
  const navigation = (path: string) => ({
    url: new URL(path, workerOrigin).href,
    method: 'GET',
    mode: 'navigate',
    headers: new Headers(),
  })

  return {
    scope,
    stores,
    /** The messages of the worker to the page. */
    messages,
    send,
    dispatch,
    message: (data: unknown) => dispatch('message', { data }),
    /** Opens a page; `preloadResponse` is what the browser has requested beside the worker. */
    navigate: (path: string, preloadResponse?: Promise<Response | undefined>) =>
      dispatch('fetch', { request: navigation(path), preloadResponse }),
    request: (path: string, init: RequestInit = {}) =>
      dispatch('fetch', { request: new Request(new URL(path, workerOrigin), init) }),
    /** The URLs in a cache, oldest first, without the origin. */
    stored: async (cacheName: string) =>
      (await (await stores.open(cacheName)).keys()).map(({ url }) => url.replace(workerOrigin, '')),
  }
}

type RequestLike = string | URL | { url: string }

/** A network that responds by path, with or without the query; other requests fail. */
export function stubNetwork(responses: Record<string, () => Response | Promise<Response>>) {
  const urlOf = (input: RequestLike) =>
    new URL(typeof input === 'object' && 'url' in input ? input.url : input, workerOrigin)
  const network = vi.fn(async (input: RequestLike, _init?: RequestInit) => {
    const { pathname, search } = urlOf(input)
    const respond = responses[pathname + search] ?? responses[pathname]
    if (!respond) throw new TypeError('Failed to fetch')
    return respond()
  })
  vi.stubGlobal('fetch', network)
  return {
    network,
    /** The requested paths, in order. */
    requestedPaths: () =>
      network.mock.calls.map(([input]) => urlOf(input).href.replace(workerOrigin, '')),
  }
}
