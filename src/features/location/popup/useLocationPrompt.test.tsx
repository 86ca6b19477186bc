import { act, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { isLocationSheetOpenAtom, locationAtom } from '#features/location/locationAtom.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { showAuthModalAtom } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { LoadingDialog } from '#ui/feedback/Loading.tsx'
import { useLocationPrompt } from './useLocationPrompt.ts'

const store = getDefaultStore()
const isAsked = () => store.get(isLocationSheetOpenAtom)

function Asker() {
  useLocationPrompt(true)
  return null
}

/** The page is idle for two seconds; the sheet's chunk may not have loaded. */
const rest = () => act(() => vi.advanceTimersByTime(2000))
const waitForChunk = () => act(() => vi.dynamicImportSettled())

async function open(page: ReactNode = null) {
  const shownPage = render(
    <>
      {page}
      <Asker />
    </>,
  )
  // The stored state has been read.
  await vi.waitFor(() => expect(store.get(locationAtom.isReadAtom)).toBe(true))
  return shownPage
}

beforeEach(async () => {
  await clearPersisted()
  store.set(isLocationSheetOpenAtom, false)
  store.set(showAuthModalAtom, false)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => void vi.useRealTimers())

test('the location question appears once, when the page is idle [loc.1]', async () => {
  await open()
  expect(isAsked()).toBe(false)
  rest()
  await waitForChunk()
  expect(isAsked()).toBe(true)

  store.set(isLocationSheetOpenAtom, false)
  rest()
  await waitForChunk()
  expect(isAsked()).toBe(false)
})

test('the question closed with Back or Escape does not come back at the next tap [loc.1]', async () => {
  await open()
  rest()
  await waitForChunk()
  store.set(isLocationSheetOpenAtom, false)

  fireEvent.pointerDown(document.body)
  rest()
  await waitForChunk()
  expect(isAsked()).toBe(false)
})

test('the question does not cover a dialog opened meanwhile [loc.1] [a11y.1]', async () => {
  await open()
  rest()
  const sheet = document.body.appendChild(document.createElement('dialog'))
  sheet.open = true
  await waitForChunk()
  expect(isAsked()).toBe(false)

  sheet.remove()
  rest()
  await waitForChunk()
  expect(isAsked()).toBe(true)
})

test('an address on the device counts as saved: there is no question [loc.1]', async () => {
  await store.set(locationAtom, () => ({
    text: 'HOME, 12 Palm Residency',
    city: 'Indore',
    latitude: '22.75',
    longitude: '75.89',
  }))
  await open()

  rest()
  await waitForChunk()

  expect(isAsked()).toBe(false)
  expect(sessionStorage.getItem('location-popup-shown')).toBe('true')
})

test('it does not cover a dialog that is about to open [loc.1] [a11y.1]', async () => {
  const { rerender } = await open(
    <LoadingDialog title="Login or Signup" onClose={() => undefined} />,
  )
  rest()
  await waitForChunk()
  expect(isAsked()).toBe(false)

  rerender(<Asker />)
  await act(() => store.set(showAuthModalAtom, true))
  rest()
  await waitForChunk()
  expect(isAsked()).toBe(false)

  await act(() => store.set(showAuthModalAtom, false))
  rest()
  await waitForChunk()
  expect(isAsked()).toBe(true)
})

test('it waits until the shopper neither taps nor types [loc.1] [a11y.1]', async () => {
  await open(<input aria-label="Search" />)
  act(() => vi.advanceTimersByTime(1500))
  fireEvent.pointerDown(document.body)
  act(() => vi.advanceTimersByTime(1500))
  await waitForChunk()
  expect(isAsked()).toBe(false)

  screen.getByRole('textbox').focus()
  rest()
  await waitForChunk()
  expect(isAsked()).toBe(false)

  screen.getByRole('textbox').blur()
  rest()
  await waitForChunk()
  expect(isAsked()).toBe(true)
})

test('it does not appear while the store is unreachable [loc.1] [shell.26]', async () => {
  await open()
  act(() => observe({ kind: 'link', isUp: false, at: Date.now() }))
  rest()
  await waitForChunk()
  expect(isAsked()).toBe(false)

  act(() => observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() + 1 }))
  rest()
  await waitForChunk()
  expect(isAsked()).toBe(true)
})
