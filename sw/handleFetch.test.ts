import { beforeEach, expect, test, vi } from 'vitest'

import { type Call, calls } from '#contract/api/calls.ts'
import { fillPath, paths, serverRoutes } from '#contract/pages/paths.ts'
import { memoryCaches } from '#tests/support/worker/memoryCaches.ts'

const origin = 'https://pehno.example'

let stores: ReturnType<typeof memoryCaches>

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('self', {
    location: new URL(origin),
    __WB_MANIFEST: [],
    clients: { matchAll: async () => [] },
  })
  stores = memoryCaches()
  vi.stubGlobal('caches', stores)
})

/** Whether the worker handles a request, and what it has stored by then. */
async function sendRequest(path: string, init: RequestInit = {}) {
  const fetchMock = vi.fn(async () =>
    Response.json({ success: true }, { headers: { 'x-api': '1' } }),
  )
  vi.stubGlobal('fetch', fetchMock)
  const { handleFetch } = await import('./handleFetch.ts')
  const request = new Request(new URL(path, origin), init)
  const left: Promise<unknown>[] = []
  const event = { request, waitUntil: (work: Promise<unknown>) => left.push(work) }
  const response = handleFetch(event as unknown as FetchEvent)
  await response
  await Promise.all(left)
  const stored: string[] = []
  for (const name of await stores.keys()) {
    const entries = await (await stores.open(name)).keys()
    stored.push(...entries.map(({ url }) => url))
  }
  return { isHandled: response !== undefined, stored }
}

test('public reads are served and stored by the worker [pwa.3]', async () => {
  const { isHandled, stored } = await sendRequest('/api/brands')

  expect(isHandled).toBe(true)
  expect(stored).toContain(`${origin}/api/brands`)
})

test('reads with a token are not handled, because their response may be personal [pwa.4]', async () => {
  const headers = { Authorization: 'Bearer token-of-asha' }

  expect(await sendRequest('/api/brands', { headers })).toEqual({ isHandled: false, stored: [] })
})

const ofUsers = Object.entries<Call>(calls).filter(([, { access }]) => access === 'user')

test.each(ofUsers)('%s is never served or stored by the worker [pwa.4]', async (_, call) => {
  const path = `/api${call.path.replace(/:\w+/g, 'some-id')}`

  expect(await sendRequest(path, { method: call.method })).toEqual({ isHandled: false, stored: [] })
})

// A browser only can create a request with this mode.
const navigation = (path: string) =>
  ({
    request: { url: origin + path, method: 'GET', mode: 'navigate', headers: new Headers() },
    waitUntil: () => undefined,
  }) as unknown as FetchEvent

test.each([
  ...serverRoutes.flatMap((root) => [root, `${root}/`, `${root}/pay/plink_7`]),
  ...['/api/brands', '/photos/a.webp', '/robots.txt', '/images/logo.svg', '/icons'],
])(
  'opening %s goes to the network, where the server or a captive portal responds [pwa.7]',
  async (path) => {
    const { handleFetch } = await import('./handleFetch.ts')

    expect(handleFetch(navigation(path))).toBeUndefined()
  },
)

test.each([
  ...Object.values(paths).map((path) =>
    fillPath(path, { id: 'kurta-7', orderId: '7', policyType: 'returns' }),
  ),
  ...['/sandboxes', '/apiary', '/devotion/inbox', '/no/api'],
])('opening %s is handled by the worker [pwa.2] [shell.1]', async (path) => {
  vi.stubGlobal('fetch', async () => new Response(''))
  const { handleFetch } = await import('./handleFetch.ts')

  expect(handleFetch(navigation(path))).toBeDefined()
})

test.each<[string, string, RequestInit]>([
  ['a change', '/api/brands', { method: 'POST' }],
  ['a range of a file', '/photos/a.svg', { headers: { Range: 'bytes=0-9' } }],
  ['another origin', 'https://maps.example/api/brands', {}],
  ["a customer's photo of a return", '/photos/returns/a.webp', {}],
  ['a photo of a review that is not approved yet', '/photos/pending/a.webp', {}],
  ['a photo of a review', '/photos/reviews/a.webp', {}],
])('%s is not handled [pwa.4]', async (_, path, init) => {
  expect(await sendRequest(path, init)).toEqual({ isHandled: false, stored: [] })
})
