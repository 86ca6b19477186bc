import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import webpush from 'web-push'
import { expect, test, vi } from 'vitest'

import { decryptPush } from '#tests/support/server/pushService.ts'
import { webPush } from './webPush.ts'

test('a push is encrypted for one browser and signed, and Retry-After is parsed [pwa.9]', async ({
  onTestFinished,
}) => {
  const received: { headers: Record<string, unknown>; body: Buffer }[] = []
  const service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(429, { 'Retry-After': '7' }).end()
    })
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(() => void service.close())
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/one`
  const address = {
    endpoint,
    p256dh: browser.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
  }
  const send = webPush({ ...webpush.generateVAPIDKeys(), contact: 'mailto:care@pehno.example' })

  const result = await send(address, {
    payload: '{"title":"Delivered"}',
    ttlSeconds: 60,
    urgency: 'high',
    topic: 'order',
  })

  expect(result).toEqual({ status: 429, retryAfterSeconds: 7 })
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = received
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '60',
    urgency: 'high',
    topic: 'order',
  })
  expect(headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k=/)
  expect(body.includes('Delivered')).toBe(false)
  expect(decryptPush(body, browser, auth)).toBe('{"title":"Delivered"}')
})

test('Retry-After may be a date [pwa.9]', async ({ onTestFinished }) => {
  const inOneMinute = new Date(Date.now() + 60_000).toUTCString()
  const service = createServer((_request, response) => {
    response.writeHead(503, { 'Retry-After': inOneMinute }).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void service.close())
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  const browser = createECDH('prime256v1')
  const send = webPush({ ...webpush.generateVAPIDKeys(), contact: 'mailto:care@pehno.example' })

  const result = await send(
    {
      endpoint: `http://127.0.0.1:${port}/`,
      p256dh: browser.generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    { payload: '{}', ttlSeconds: 60, urgency: 'normal', topic: 'news' },
  )

  expect(result.status).toBe(503)
  expect(result.retryAfterSeconds).toBeGreaterThan(55)
  expect(result.retryAfterSeconds).toBeLessThanOrEqual(60)
})

test('a push is not sent on to another address [pwa.9] [safe.3]', async ({ onTestFinished }) => {
  const requests: string[] = []
  const service = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.writeHead(302, { Location: '/internal' }).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void service.close())
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  const send = webPush({ ...webpush.generateVAPIDKeys(), contact: 'mailto:care@pehno.example' })

  const sent = send(
    {
      endpoint: `http://127.0.0.1:${port}/one`,
      p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    { payload: '{}', ttlSeconds: 60, urgency: 'normal', topic: 'news' },
  )

  await expect(sent).rejects.toThrow()
  expect(requests).toEqual(['/one'])
})

test.for([
  [undefined, undefined],
  ['0', undefined],
  ['-5', undefined],
  ['Fri, 20 Nov 2020 10:00:00 GMT', undefined],
  ['soon', undefined],
  ['1', 1],
  ['120', 120],
] as const)('a Retry-After of %s is a pause of %s seconds [pwa.9]', async ([given, seconds]) => {
  const headers = new Headers(given === undefined ? [] : [['Retry-After', given]])
  const sent = vi.fn(async (_url: string, _request: RequestInit) => {
    return new Response(null, { status: 503, headers })
  })
  vi.stubGlobal('fetch', sent)
  const send = webPush({ ...webpush.generateVAPIDKeys(), contact: 'mailto:care@pehno.example' })
  const browser = createECDH('prime256v1')
  const address = {
    endpoint: 'https://push.example/one',
    p256dh: browser.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }

  const result = await send(address, {
    payload: '{}',
    ttlSeconds: 60,
    urgency: 'normal',
    topic: 'news',
  })

  expect(result).toEqual({ status: 503, retryAfterSeconds: seconds })
  expect(sent.mock.calls[0]?.[0]).toBe(address.endpoint)
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', redirect: 'error' })
})
