import { beforeEach, expect, expectTypeOf, test, vi } from 'vitest'

import type { StaffResponse } from './request.ts'
import { readEarly, request, takeEarlyRead } from './request.ts'
import { endSession, saveSession } from './session.ts'
import { person, refuse, token } from '#tests/support/screens/stubDeskServer.ts'

const refuseAll = vi.fn((_: Request) => refuse('not_found', 404, 'There’s no such order'))
const lastRequest = () => refuseAll.mock.lastCall![0]

beforeEach(() => {
  vi.stubGlobal('fetch', async (sent: Request) => refuseAll(sent.clone()))
  saveSession({ token, person })
})

test('a call is sent to its path with its parameters, body and the token [staff.3]', async () => {
  const body = { move: 'markReady', from: 'packing' } as const
  const sent = request('moveOrder', { params: { number: 'PEH 7/A' }, body, idempotencyKey: 'k1' })
  await expect(sent).rejects.toMatchObject({ code: 'not_found', msg: 'There’s no such order' })

  const { url, method, headers } = lastRequest()
  expect(new URL(url).pathname).toBe('/api/staff/orders/PEH%207%2FA/move')
  expect(method).toBe('POST')
  expect(headers.get('Authorization')).toBe(`Bearer ${token}`)
  expect(headers.get('Idempotency-Key')).toBe('k1')
  expect(await lastRequest().json()).toEqual(body)
})

test('fields of a query without a value are left out', async () => {
  const query = { search: 'kurta & co', cursor: undefined }
  await expect(request('findOrders', { query })).rejects.toThrow()

  expect(new URL(lastRequest().url).search).toBe('?search=kurta+%26+co')
})

test('without a login no token is sent', async () => {
  endSession()
  await expect(request('readStaffSelf')).rejects.toThrow()

  expect(lastRequest().headers.has('Authorization')).toBe(false)
})

test('what was requested early is used once, and never for another person', async () => {
  readEarly('readDeliveries')
  await expect(takeEarlyRead('readDeliveries')).rejects.toMatchObject({ code: 'not_found' })
  expect(takeEarlyRead('readDeliveries')).toBeUndefined()

  readEarly('readDeliveries')
  saveSession({ token: 'of somebody else', person })
  expect(takeEarlyRead('readDeliveries')).toBeUndefined()
})

test('what was requested early is not used after a change', async () => {
  readEarly('readDeliveries')
  const body = { move: 'startDelivery', from: 'withRider' } as const
  await expect(request('moveOrder', { params: { number: 'PEH-7' }, body })).rejects.toThrow()
  expect(takeEarlyRead('readDeliveries')).toBeUndefined()
})

test('what was requested early is used for ten seconds', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  readEarly('readPickList')
  vi.setSystemTime(Date.now() + 10_001)
  expect(takeEarlyRead('readPickList')).toBeUndefined()
  vi.useRealTimers()
})

test('what a call takes and responds follows from the contract', () => {
  expectTypeOf<StaffResponse<'readStaffSelf'>['result']>().toEqualTypeOf<typeof person>()
  // @ts-expect-error The number of the order is missing.
  const withoutNumber = () => request('readStaffOrder')
  // @ts-expect-error The parameter has another name.
  const withOtherName = () => request('readStaffOrder', { params: { id: 'x' } })
  // @ts-expect-error A log out has no body.
  const withBody = () => request('staffLogout', { body: {} })
  // @ts-expect-error Its response is a stream.
  const asStream = () => request('streamBoardEvents')
  expect([withoutNumber, withOtherName, withBody, asStream]).toHaveLength(4)
})
