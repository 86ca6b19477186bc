import { clear } from 'idb-keyval'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { calls } from '#contract/api/calls.ts'
import { CartResponse } from '#contract/cart/cart.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { reloadLoggedOut } from './lastSession.ts'
import { clearSession, saveToken, showAuthModalAtom, saveSession } from './session.ts'

const isLoginOpen = () => getDefaultStore().get(showAuthModalAtom)
const readCart = () =>
  parseResponse(CartResponse, request(calls.readCart, { params: { userId: 'asha' } }))
const failed = () => readCart().catch((error: unknown) => error)
const respondWith = (status: number, code: string, meanwhile = () => {}) =>
  vi.stubGlobal('fetch', async () => {
    meanwhile()
    const body = { success: false, code, msg: 'No' }
    return Response.json(body, { status, headers: { 'x-api': '1' } })
  })
/** The URL asks for the login, the last step before the reload. */
const isReloading = () => location.hash === '#login=expired'

beforeEach(async () => {
  await clear()
  location.hash = ''
  // jsdom cannot reload a page, so the call is all there is to check.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  clearSession()
  getDefaultStore().set(showAuthModalAtom, false)
  location.hash = ''
})

test('a 401 opens the login, deletes token and user, and reloads the page [login.7]', async () => {
  saveSession(aUser())
  respondWith(401, 'signed_out')

  expect(await failed()).toMatchObject({ code: 'signed_out' })

  expect(isLoginOpen()).toBe(true)
  expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null])
  await vi.waitFor(() => expect(isReloading()).toBe(true))
})

test('of several within 10 s only the first reloads the page [login.7]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const reloads = async () => {
    location.hash = ''
    await reloadLoggedOut()
    return isReloading()
  }

  expect(await reloads()).toBe(true)
  vi.setSystemTime(Date.now() + 9900)
  expect(await reloads()).toBe(false)
  vi.setSystemTime(Date.now() + 200)
  expect(await reloads()).toBe(true)
})

test('a newer token than the refused one stays [login.7]', async () => {
  saveSession(aUser())
  respondWith(401, 'signed_out', () => saveToken('newer'))

  await failed()

  expect(localStorage.getItem('token')).toBe('newer')
  expect(isLoginOpen()).toBe(false)
})

test('without a token the login opens and nothing is sent [login.7]', async () => {
  const requested = vi.fn()
  vi.stubGlobal('fetch', requested)

  const error = await failed()

  expect(error).toMatchObject({
    code: 'signed_out',
    cause: new Error('No token found in localStorage for api call'),
  })
  expect(isLoginOpen()).toBe(true)
  expect(requested).not.toHaveBeenCalled()
})

test('a 400 is returned to the caller; other refusals are errors with their response [login.7]', async () => {
  saveSession(aUser())
  const sendRequest = async () => request(calls.readCart, { params: { userId: 'asha' } })

  respondWith(400, 'invalid')
  expect(await (await sendRequest()).json()).toMatchObject({ code: 'invalid' })
  respondWith(403, 'forbidden')
  expect(await sendRequest().catch((error: unknown) => error)).toMatchObject({
    response: { status: 403 },
  })
  expect(localStorage.getItem('token')).not.toBeNull()
})

test('the token is sent with the customer’s calls only [api.3]', async () => {
  saveToken('token-of-asha')
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async ({ headers }: Request) => {
    sent.push(headers.get('Authorization'))
    return Response.json({ success: true }, { headers: { 'x-api': '1' } })
  })

  await request(calls.readBrands)
  await request(calls.readCart, { params: { userId: 'asha' } })

  expect(sent).toEqual([null, 'Bearer token-of-asha'])
})
