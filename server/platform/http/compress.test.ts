import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { compress, compressBody } from './compress.ts'

const long = JSON.stringify(Array(200).fill('Blue kurta'))

type Sent = { body?: string; type?: string; headers?: Record<string, string> }

async function requestWith(accepted: string | undefined, sent: Sent = {}) {
  const { body = long, type = 'application/json', headers = {} } = sent
  const app = new Hono()
    .use(compress)
    .get('/', (c) => c.body(body, 200, { 'Content-Type': type, ...headers }))
  const init = accepted === undefined ? {} : { headers: { 'Accept-Encoding': accepted } }
  const response = await app.request('/', init)
  return {
    encoding: response.headers.get('Content-Encoding'),
    vary: response.headers.get('Vary'),
    length: response.headers.get('Content-Length'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

test.for([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['br', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
] as const)('a client that accepts %s gets %s', async ([accepted, encoding, open]) => {
  const response = await requestWith(accepted, {
    headers: { 'Content-Length': String(long.length) },
  })

  expect(response).toMatchObject({ encoding, vary: 'Accept-Encoding', length: null })
  expect(open(response.bytes).toString()).toBe(long)
  expect(response.bytes.length).toBeLessThan(200)
})

test.for(['identity', 'brotli', 'xgzip', '', undefined])(
  'a client that accepts %s gets the text uncompressed',
  async (accepted) => {
    const response = await requestWith(accepted)

    expect(response).toMatchObject({ encoding: null, vary: 'Accept-Encoding' })
    expect(response.bytes.toString()).toBe(long)
  },
)

test.for([
  [999, null],
  [1000, 'br'],
] as const)('a text of %i bytes is sent with encoding %s', async ([bytes, encoding]) => {
  expect(await requestWith('br', { body: 'x'.repeat(bytes) })).toMatchObject({ encoding })
})

test.for(['image/svg+xml', 'text/html; charset=UTF-8', 'text/plain', 'application/json'])(
  '%s is compressed',
  async (type) => {
    expect(await requestWith('br', { type })).toMatchObject({ encoding: 'br' })
  },
)

test.for(['image/webp', 'text/event-stream', 'application/octet-stream', 'x/text/html'])(
  'a body of type "%s" is not compressed',
  async (type) => {
    expect(await requestWith('br', { type })).toMatchObject({ encoding: null, vary: null })
  },
)

test('a response is unchanged if it is already compressed or varies by Accept-Encoding', async () => {
  const encoded = await requestWith('br', { headers: { 'Content-Encoding': 'zstd' } })
  const chosen = await requestWith('br', { headers: { Vary: 'Origin, Accept-Encoding' } })

  expect(encoded).toMatchObject({ encoding: 'zstd', vary: null })
  expect(encoded.bytes.toString()).toBe(long)
  expect(chosen).toMatchObject({ encoding: null, vary: 'Origin, Accept-Encoding' })
})

test('a response without a body stays without one', async () => {
  const app = new Hono()
    .use(compress)
    .get('/', (c) => c.body(null, 200, { 'Content-Type': 'text/plain' }))
  const response = await app.request('/', { headers: { 'Accept-Encoding': 'br' } })

  expect(response.headers.has('Content-Encoding')).toBe(false)
  expect(await response.text()).toBe('')
})

test.for([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
] as const)('a body for %s is compressed before the response', async ([accepted, to]) => {
  const app = new Hono().get('/', (c) => c.body(compressBody(c, long)))
  const response = await app.request('/', { headers: { 'Accept-Encoding': accepted } })

  expect(response.headers.get('Content-Encoding')).toBe(to)
  expect(response.headers.get('Vary')).toBe('Accept-Encoding')
})
