import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'

import { calls } from '#contract/api/calls.ts'
import { CartResponse } from '#contract/cart/cart.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { request, parseResponse } from './http.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'

const html = { 'content-type': 'text/html' }
const readCart = () =>
  parseResponse(CartResponse, request(calls.readCart, { params: { userId: 'asha' } })).catch(
    (error: unknown) => error,
  )

afterEach(clearSession)

test('the page of a captive portal counts as no connection, not as an error of the store [pwa.7]', async () => {
  saveSession(aUser())
  vi.stubGlobal('fetch', async () => new Response('<h1>Log in</h1>', { headers: html }))

  expect(await readCart()).toMatchObject({ code: 'offline' })

  expect(getDefaultStore().get(connectivityAtom)).toMatchObject({
    status: 'offline',
    reason: 'captive',
  })
})

test('a network that refuses a call logs nobody out of the store [login.7]', async () => {
  saveSession(aUser())
  vi.stubGlobal('fetch', async () => new Response('', { status: 401, headers: html }))

  expect(await readCart()).toMatchObject({ code: 'unexpected' })

  expect(localStorage.getItem('token')).not.toBeNull()
})
