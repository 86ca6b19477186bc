import { act, render, renderHook, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { deliveryInfoAtom, locationAtom } from './locationAtom.ts'
import { useChosenPlace, useServiceability } from './serviceability.ts'

const store = getDefaultStore()
const indore = {
  text: 'Vijay Nagar, Indore',
  city: 'Indore',
  latitude: '22.75',
  longitude: '75.89',
}
const leh = { text: 'Leh', city: 'Leh', latitude: '34.15', longitude: '77.57' }
const fastDelivery = { deliveryTime: 25, unit: 'minutes', tryAndBuy: true, city: 'Indore' }
const yes = { success: true, status: 200, data: { result: fastDelivery } }
const no = { success: false, status: 404, msg: 'We are not serviceable in your area.' }

function renderServiceability(respond: () => unknown) {
  const onResult = vi.fn<(isServiceable: boolean) => void>()
  const requests: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(new URL(request.url).search)
    const response = respond()
    return response instanceof Response ? response : Response.json(response)
  })
  function Checker() {
    useServiceability(onResult)
    return null
  }
  render(<Checker />)
  return { requests, onResult }
}

const choose = (place: typeof indore) => store.set(locationAtom, () => place)
const delivery = () => store.get(locationAtom)?.delivery

beforeEach(() => clearPersisted())
afterEach(() => vi.useRealTimers())

test('a chosen place is checked once, and the result stored [loc.9] [loc.10]', async () => {
  const { requests, onResult } = renderServiceability(() => yes)

  await choose(indore)
  await waitFor(() => expect(delivery()).toEqual(fastDelivery))
  await store.set(locationAtom, (now) => now && { ...now, text: 'HOME, Vijay Nagar' })

  expect(requests).toEqual(['?latitude=22.75&longitude=75.89'])
  expect(onResult).not.toHaveBeenCalled()
  expect({ ...sessionStorage }).toMatchObject({
    'user-lat-long': '22.75,75.89',
    'last-checked-latlong': '22.75,75.89',
    isServiceable: 'true',
  })
})

test('a place without delivery is reported, and another place is checked again [loc.9] [bag.10]', async () => {
  const { requests, onResult } = renderServiceability(() => no)

  await choose(leh)
  await waitFor(() => expect(delivery()).toBeNull())
  expect(onResult.mock.calls).toEqual([[false]])
  expect(sessionStorage.getItem('isServiceable')).toBe('false')
  await choose(indore)

  await waitFor(() => expect(requests).toHaveLength(2))
})

test('without a response a place counts as not serviceable until the connection is back [loc.9] [pwa.7]', async () => {
  let isCut = true
  const { requests } = renderServiceability(() => {
    if (isCut) throw new TypeError('no connection')
    return yes
  })

  await choose(indore)
  await waitFor(() => expect(delivery()).toBeNull())
  expect(requests).toHaveLength(1)
  isCut = false
  observe({ kind: 'link', isUp: false, at: Date.now() })
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() + 1 })

  await waitFor(() => expect(delivery()).toEqual(fastDelivery))
})

test('a failed check is not repeated, and counts as checked with time 0 and no unit [loc.9] [loc.10]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const broken = { success: false, code: 'internal', msg: 'Something went wrong' }
  const { requests, onResult } = renderServiceability(() =>
    Response.json(broken, { status: 500, headers: { 'x-api': '1' } }),
  )

  await choose(indore)
  await waitFor(() => expect(delivery()).toBeNull())
  await vi.advanceTimersByTimeAsync(120_000)

  expect(requests).toHaveLength(1)
  expect(onResult.mock.calls).toEqual([[false]])
  expect(store.get(deliveryInfoAtom)).toEqual({ isServiceable: false, time: 0, unit: '' })
  expect({ ...sessionStorage }).toMatchObject({
    isServiceable: 'false',
    'last-checked-latlong': '22.75,75.89',
  })
})

test('the shopper can have a place checked again by choosing it again [loc.9] [bag.10]', async () => {
  let isBroken = true
  const { requests, onResult } = renderServiceability(() => {
    if (isBroken) throw new TypeError('no connection')
    return yes
  })
  const { result } = renderHook(() => useChosenPlace())
  const place = { ...indore, formattedAddress: indore.text, state: '', postalCode: '' }
  const tap = () =>
    act(() => result.current.choosePlace({ ...place, latitude: 22.75, longitude: 75.89 }))
  tap()
  await waitFor(() => expect(delivery()).toBeNull())
  isBroken = false

  tap()

  await waitFor(() => expect(delivery()).toEqual(fastDelivery))
  expect(requests).toHaveLength(2)
  expect(onResult.mock.calls[0]).toEqual([false])
})
