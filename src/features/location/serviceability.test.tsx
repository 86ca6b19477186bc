import { render, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'

import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { locationAtom } from './locationAtom.ts'
import { useServiceability } from './serviceability.ts'

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
    return Response.json(respond())
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

test('a lost response is requested again, even if no connection loss was noticed [loc.9] [bag.10]', async () => {
  sessionStorage.setItem('last-checked-latlong', '22.75,75.89')
  let isCut = true
  const { requests, onResult } = renderServiceability(() => {
    if (isCut) throw new TypeError('no connection')
    return yes
  })

  await choose(indore)
  await waitFor(() => expect(delivery()).toBeNull())
  expect(sessionStorage.getItem('last-checked-latlong')).toBeNull()
  isCut = false

  // No event reports the connection, because its loss was never noticed.
  await waitFor(() => expect(delivery()).toEqual(fastDelivery), { timeout: 3000 })
  expect(requests).toHaveLength(2)
  // A negative response of the server is replaced by a new one.
  expect(onResult.mock.calls).toEqual([[false], [true]])
})
