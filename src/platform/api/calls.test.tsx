import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { responseSchema } from '#contract/api/fields.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import { ApiError } from './apiError.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { request, parseResponse } from './http.ts'
import { clearSession, showAuthModalAtom, saveSession } from '#platform/session/session.ts'
import { uploadPhoto } from './uploadPhoto.ts'

const NameResponse = responseSchema({ name: v.string() })
const mark = { headers: { 'x-api': '1' } }
const lineStatus = () => getDefaultStore().get(connectivityAtom).status

/** A server that gives this response; returns the requests. */
function respondWith(respond: () => Response | Promise<Response>) {
  const sent: Request[] = []
  vi.stubGlobal('fetch', async (incoming: Request) => {
    if (!incoming.url?.includes('/healthz')) sent.push(incoming.clone())
    return respond()
  })
  return sent
}
const failureOf = (sent: Promise<unknown>) => sent.catch((error: unknown) => error)

beforeEach(() => void vi.spyOn(document, 'hidden', 'get').mockReturnValue(true))
afterEach(() => {
  clearSession()
  getDefaultStore().set(showAuthModalAtom, false)
})

describe('a call of the store', () => {
  test('has path, query, headers and body [api.1]', async () => {
    const sent = respondWith(() => Response.json({ success: true, name: 'Asha' }, mark))

    const response = await parseResponse(
      NameResponse,
      request(calls.login, {
        query: { from: 'bag' },
        json: { contactNumber: '9826041375' },
        idempotencyKey: 'key-of-this-tap',
      }),
    )

    expect(response.name).toBe('Asha')
    const [received] = sent
    expect([received?.method, received?.url]).toEqual([
      'POST',
      `${location.origin}/api${calls.login.path}?from=bag`,
    ])
    expect(received?.headers.get('Idempotency-Key')).toBe('key-of-this-tap')
    expect(received?.headers.has('Authorization')).toBe(false)
    expect(await received?.json()).toEqual({ contactNumber: '9826041375' })
  })

  test('has the token only if it is a customer’s [login.7]', async () => {
    saveSession(aUser())
    const token = localStorage.getItem('token')
    const sent = respondWith(() => Response.json({ success: true, name: 'Asha' }, mark))

    await parseResponse(NameResponse, request(calls.readCart, { params: { userId: 'a/b' } }))
    await parseResponse(NameResponse, request(calls.readStore))

    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([
      `Bearer ${token}`,
      null,
    ])
    expect(sent.map(({ headers }) => headers.has('Idempotency-Key'))).toEqual([false, false])
  })

  test('of a customer is not sent without a token: the login opens [login.7]', async () => {
    const sent = respondWith(() => Response.json({}))

    expect(await failureOf(request(calls.readCart))).toMatchObject({ code: 'signed_out' })
    expect(sent).toEqual([])
    expect(getDefaultStore().get(showAuthModalAtom)).toBe(true)
  })

  test('can be aborted, which is not a connection failure', async () => {
    vi.stubGlobal('fetch', ({ signal }: Request) => {
      return new Promise((_, refuse) => {
        if (signal.aborted) refuse(signal.reason)
        signal.addEventListener('abort', () => refuse(signal.reason))
      })
    })
    const leaving = new AbortController()
    const before = lineStatus()
    const failure = failureOf(
      parseResponse(NameResponse, request(calls.readStore, { signal: leaving.signal })),
    )

    leaving.abort()

    expect(await failure).toMatchObject({ name: 'AbortError' })
    expect(lineStatus()).toBe(before)
  })
})

describe('the error of a call', () => {
  const sendStore = () => failureOf(parseResponse(NameResponse, request(calls.readStore)))
  const refusal = { success: false, code: 'out_of_stock', msg: 'Size L is sold out.' }

  test('has the server’s message [api.8]', async () => {
    respondWith(() => Response.json(refusal, { status: 409, ...mark }))

    const error = await sendStore()

    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'out_of_stock', msg: 'Size L is sold out.' })
  })

  test('has the server’s message for a customer’s call refused with 400 [api.8]', async () => {
    saveSession(aUser())
    respondWith(() => Response.json(refusal, { status: 400, ...mark }))

    expect(await failureOf(parseResponse(NameResponse, request(calls.readCart)))).toMatchObject({
      code: 'out_of_stock',
    })
  })

  test.each<[what: string, response: () => Response]>([
    ['a truncated response', () => new Response('{"success":tr', mark)],
    ['a response of another shape', () => Response.json({ success: true, name: 7 }, mark)],
    [
      'an HTML page instead of a refusal',
      () => new Response('<h1>Oh</h1>', { status: 502, ...mark }),
    ],
  ])('is unknown for %s [net.1]', async (_, respond) => {
    respondWith(respond)

    expect(await sendStore()).toMatchObject({ code: 'unexpected', msg: undefined })
  })

  test('is offline without a response, and the page notices [pwa.7]', async () => {
    respondWith(() => Response.json({ success: true, name: 'x' }, mark))
    await parseResponse(NameResponse, request(calls.readStore))
    expect(lineStatus()).toBe('online')
    respondWith(() => Promise.reject(new TypeError('Failed to fetch')))

    expect(await sendStore()).toMatchObject({ code: 'offline' })
    expect(lineStatus()).toBe('degraded')
  })

  test('does not count as a connection failure if the store refused [pwa.7]', async () => {
    respondWith(() => Response.json(refusal, { status: 409, ...mark }))

    await sendStore()

    expect(lineStatus()).toBe('online')
  })
})

describe('a photo upload', () => {
  type Listener = (event: { loaded: number; total: number }) => void

  /** XMLHttpRequest, whose response the test writes. */
  class Sending {
    static last: Sending
    upload: { onprogress?: Listener } = {}
    onload = () => {}
    onerror = () => {}
    onabort = () => {}
    open = vi.fn()
    send = vi.fn()
    setRequestHeader = vi.fn()
    abort = vi.fn(() => this.onabort())
    responseType = ''
    status = 0
    response: unknown
    getResponseHeader = (name: string): string | null => (name === 'x-api' ? '1' : null)
    constructor() {
      Sending.last = this
    }
    respond(status: number, response: unknown) {
      Object.assign(this, { status, response })
      this.onload()
    }
  }

  const onProgress = vi.fn()
  function start(photo = new Blob(['x'], { type: 'image/webp' })) {
    saveSession(aUser())
    const leaving = new AbortController()
    const address = uploadPhoto(photo, {
      path: calls.addReturnPhoto.path,
      onProgress,
      signal: leaving.signal,
    })
    return { address, leaving, sending: Sending.last, photo }
  }

  beforeEach(() => {
    vi.stubGlobal('XMLHttpRequest', Sending)
    onProgress.mockClear()
    // jsdom cannot reload a page, so the call is all there is to check.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })

  test('reports its progress, and then its URL [order.5]', async () => {
    const { address, sending, photo } = start()
    expect(sending.open).toHaveBeenCalledWith('POST', `/api${calls.addReturnPhoto.path}`)
    expect(sending.setRequestHeader.mock.calls).toEqual([
      ['Authorization', `Bearer ${localStorage.getItem('token')}`],
      ['Content-Type', 'image/webp'],
    ])
    expect(sending.responseType).toBe('json')
    expect(sending.send).toHaveBeenCalledWith(photo)

    sending.upload.onprogress?.({ loaded: 1, total: 4 })
    sending.upload.onprogress?.({ loaded: 0, total: 0 })
    expect(onProgress.mock.calls).toEqual([[0.25], [0]])
    sending.respond(200, { success: true, result: { url: '/photos/returns/a.webp' } })

    expect(await address).toBe('/photos/returns/a.webp')
  })

  test('has a generic type if its type is unknown [order.5]', () => {
    const { sending } = start(new Blob(['x']))

    expect(sending.setRequestHeader).toHaveBeenCalledWith(
      'Content-Type',
      'application/octet-stream',
    )
  })

  test('shows the server’s message when it is refused [order.5]', async () => {
    const { address, sending } = start()

    sending.respond(413, { success: false, code: 'too_large', msg: 'The photo is too large.' })

    expect(await failureOf(address)).toMatchObject({
      code: 'too_large',
      msg: 'The photo is too large.',
    })
  })

  test('has an unknown outcome after an invalid response [order.5]', async () => {
    const { address, sending } = start()

    sending.respond(200, null)

    expect(await failureOf(address)).toMatchObject({ code: 'unexpected', msg: undefined })
  })

  test('opens the login after the session expired [login.7]', async () => {
    const { address, sending } = start()

    sending.respond(401, { success: false, code: 'signed_out', msg: 'Please log in.' })

    expect(await failureOf(address)).toMatchObject({ code: 'signed_out' })
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('does not log out on a proxy’s 401 [login.7]', async () => {
    const { address, sending } = start()
    sending.getResponseHeader = () => null

    sending.respond(401, null)

    expect(await failureOf(address)).toMatchObject({ code: 'unexpected' })
    expect(localStorage.getItem('token')).not.toBeNull()
  })

  test('does not open the login on other refusals [login.7]', async () => {
    const { address, sending } = start()

    sending.respond(500, null)
    await failureOf(address)

    expect(localStorage.getItem('token')).not.toBeNull()
  })

  test('fails without a connection, and the page notices [pwa.7]', async () => {
    const { address, sending } = start()

    sending.onerror()

    expect(await failureOf(address)).toMatchObject({ code: 'offline' })
    expect(lineStatus()).toBe('degraded')
  })

  test('can be aborted [order.5]', async () => {
    const { address, leaving, sending } = start()

    leaving.abort()

    expect(await failureOf(address)).toMatchObject({ name: 'AbortError' })
    expect(sending.abort).toHaveBeenCalledOnce()
  })
})
