import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { drain, readBody, readJson, rejectUnstorable, decodeText } from './readBody.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const limits = { maxBytes: 10, timeLimitMs: 1000 }

/** A request whose client sends only what the test emits. */
function client({ headers = {} as Record<string, string>, isDestroyed = false } = {}) {
  const incoming = Object.assign(new EventEmitter(), {
    complete: false,
    destroyed: isDestroyed,
    headers,
    resume: vi.fn(),
  })
  const c = {
    env: { incoming: incoming as unknown as IncomingMessage },
    req: { header: (name: string) => headers[name.toLowerCase()] },
    res: { status: 413 },
  }
  return {
    c: c as unknown as Context,
    incoming,
    send: (text: string) => incoming.emit('data', Buffer.from(text)),
    end: () => incoming.emit('end'),
    listeners: () => incoming.eventNames(),
  }
}

test('a body that arrives in chunks is read completely [api.4]', async () => {
  const { c, send, end, listeners } = client()

  const reading = readBody(c, limits)
  send('blue ')
  send('kurta')
  end()

  expect(decodeText(await reading)).toBe('blue kurta')
  expect(listeners()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('a body is refused as soon as it exceeds the limit, not at the limit [safe.4]', async () => {
  const { c, send, listeners } = client()

  const reading = readBody(c, limits)
  send('0123456789')
  const refused = expect(reading).rejects.toMatchObject({ code: 'too_large' })
  send('0')

  await refused
  expect(listeners()).toEqual([])
})

test.for([
  ['10', undefined],
  ['11', 'too_large'],
] as const)(
  'a body with a Content-Length of %s is refused unread if it is too large [safe.4]',
  async ([length, code]) => {
    const { c, send, end } = client({ headers: { 'content-length': length } })

    const reading = readBody(c, limits).catch((error: { code: string }) => error.code)
    send('x')
    end()

    expect(await reading).toEqual(code ?? Uint8Array.of('x'.charCodeAt(0)))
  },
)

test('a client that takes longer than the time limit gets 408 [safe.4]', async () => {
  const { c, send, listeners } = client()
  const reading = readBody(c, limits).catch((error: { code: string }) => error.code)

  vi.advanceTimersByTime(999)
  send('x')
  expect(listeners()).not.toEqual([])
  vi.advanceTimersByTime(1)

  expect(await reading).toBe('request_timeout')
  expect(listeners()).toEqual([])
})

test.for(['close', 'error'])('a request aborted with "%s" is refused [api.4]', async (how) => {
  const { c, incoming, send, listeners } = client()
  const reading = readBody(c, limits)

  send('x')
  incoming.emit(how, new Error('reset'))

  await expect(reading).rejects.toMatchObject({ code: 'invalid' })
  expect(listeners()).toEqual([])
})

test('a request that is already aborted does not wait for its body [safe.4]', async () => {
  const { c } = client({ isDestroyed: true })

  await expect(readBody(c, limits)).rejects.toMatchObject({ code: 'invalid' })
  expect(vi.getTimerCount()).toBe(0)
})

/** Sends a body inside the process, as server rendering does. */
async function sendInside(body: string) {
  const app = new Hono()
    .post('/', async (c) => c.json({ read: (await readJson(c, limits)) ?? 'no JSON' }))
    .onError((error, c) => c.json({ code: (error as { code?: string }).code ?? error.message }))
  return (await app.request('/', { method: 'POST', body })).json()
}

test('an in-process request has the same size limit [safe.4]', async () => {
  expect(await sendInside('[1234567]')).toEqual({ read: [1234567] })
  expect(await sendInside('[12345678]')).toEqual({ read: [12345678] })
  expect(await sendInside('[123456789]')).toEqual({ code: 'too_large' })
})

test('a body that is not JSON is read as undefined [safe.3]', async () => {
  expect(await sendInside('{"size":')).toEqual({ read: 'no JSON' })
})

test('the rest of a refused body is drained, so that the connection can be reused [safe.4]', async () => {
  const { c, incoming, send, end, listeners } = client()

  const drained = drain(c)
  expect(incoming.resume).toHaveBeenCalledOnce()
  send('x'.repeat(4 * 1024 * 1024))
  end()

  expect(await drained).toBe(true)
  expect(listeners()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test.for([
  ['sends more than 4 MB', ({ send }) => send('x'.repeat(4 * 1024 * 1024 + 1))],
  ['takes longer than two seconds', () => vi.advanceTimersByTime(2000)],
  ['disconnects', ({ incoming }) => incoming.emit('close')],
] as [string, (of: ReturnType<typeof client>) => unknown][])(
  'the connection is closed if the client %s [safe.4]',
  async ([, go]) => {
    const sender = client()
    const drained = drain(sender.c)

    go(sender)

    expect(await drained).toBe(false)
    expect(sender.listeners()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  },
)

test('a client that needs less than two seconds keeps its connection [safe.4]', async () => {
  const { c, end } = client()
  const drained = drain(c)

  vi.advanceTimersByTime(1999)
  end()

  expect(await drained).toBe(true)
})

test.for([
  [4 * 1024 * 1024, true],
  [4 * 1024 * 1024 + 1, false],
] as const)(
  'an unread body with a Content-Length of %i is drained: %s [safe.4]',
  async ([bytes, isRead]) => {
    const { c, incoming, end } = client({ headers: { 'content-length': String(bytes) } })

    const drained = drain(c)
    end()

    expect(await drained).toBe(isRead)
    expect(incoming.resume).toHaveBeenCalledTimes(isRead ? 1 : 0)
  },
)

test('a client that has already timed out gets no more time [safe.4]', async () => {
  const { c, incoming } = client()
  c.res = { status: 408 } as Response

  expect(await drain(c)).toBe(false)
  expect(incoming.resume).not.toHaveBeenCalled()
})

test.for([
  ['has arrived completely', { complete: true }],
  ['was on a closed connection', { destroyed: true }],
] as const)('there is nothing to drain if the body %s [safe.4]', async ([, state]) => {
  const { c, incoming } = client()
  Object.assign(incoming, state)

  expect(await drain(c)).toBe(true)
  expect(incoming.resume).not.toHaveBeenCalled()
})

test('there is nothing to drain in an in-process request [safe.4]', async () => {
  expect(await drain({ env: undefined } as unknown as Context)).toBe(true)
  expect(await drain({ env: {} } as unknown as Context)).toBe(true)
})

const invalid = expect.objectContaining({ code: 'invalid' })
const nested = (levels: number): unknown => (levels === 0 ? 'kurta' : [nested(levels - 1)])

test.for([
  ['a text', 'a\0b'],
  ['half a surrogate pair', '\ud83d'],
  ['a field', { note: 'a\0' }],
  ['a field’s name', { 'a\0': 1 }],
  ['a list', [1, ['\udc00']]],
])('%s that the database cannot store is refused [safe.3]', ([, given]) => {
  expect(() => rejectUnstorable(given)).toThrow(invalid)
})

test.for(['kurta', '👗', 7, true, null, undefined, { note: null, tags: ['red', ''] }])(
  '%j can be stored [safe.3]',
  (given) => {
    expect(() => rejectUnstorable(given)).not.toThrow()
  },
)

test('values are nested at most twenty levels deep [safe.3] [safe.4]', () => {
  expect(() => rejectUnstorable(nested(20))).not.toThrow()
  expect(() => rejectUnstorable(nested(21))).toThrow(invalid)
})
