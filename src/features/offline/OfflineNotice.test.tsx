import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Evidence } from '#platform/connectivity/connectivity.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { OfflineNotice } from './OfflineNotice.tsx'

let now = Date.now()
type Event = 'slow' | 'probe-failed' | 'captive' | 'back' | 'slowly back'
const responses: Partial<Record<Event, object>> = {
  captive: { isOurs: false },
  back: { isOurs: true },
  'slowly back': { isOurs: true, isSlow: true },
}
const happens = ({ kind }: { kind: Event }) =>
  act(() =>
    observe({
      ...(responses[kind] ? { kind: 'response', status: 200, ...responses[kind] } : { kind }),
      at: (now += 1000),
    } as Evidence),
  )

const show = () =>
  render(
    <MemoryRouter>
      <OfflineNotice />
    </MemoryRouter>,
  )
const overlay = () => screen.queryByRole('alertdialog', { name: 'No Internet Connection' })
const findContinueButton = () => screen.findByRole('button', { name: 'Continue with saved pages' })

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  happens({ kind: 'back' })
})

test('says that a connection is slow, and covers nothing [pwa.7] [pwa.12]', async () => {
  show()
  happens({ kind: 'slow' })
  happens({ kind: 'slow' })

  expect(await screen.findByText('Slow connection')).toBeVisible()
  expect(overlay()).toBeNull()
  happens({ kind: 'back' })
  await waitFor(() => expect(screen.queryByText('Slow connection')).toBeNull())
})

test('ignores an interruption shorter than 0.4 seconds [pwa.7]', async () => {
  vi.useFakeTimers()
  show()
  happens({ kind: 'slow' })
  await act(() => vi.advanceTimersByTimeAsync(399))
  expect(screen.queryByText('Slow connection')).toBeNull()

  await act(() => vi.advanceTimersByTimeAsync(1))

  expect(screen.getByText('Slow connection')).toBeVisible()
  vi.useRealTimers()
})

test.each(['back', 'slowly back'] as const)(
  'shows no overlay after "Continue with saved pages" until the connection was %s [pwa.7]',
  async (kind) => {
    show()
    happens({ kind: 'probe-failed' })
    await userEvent.click(await findContinueButton())
    expect(await screen.findByText('You’re offline. Showing saved pages.')).toBeVisible()

    cleanup()
    show()
    expect(await screen.findByText('You’re offline. Showing saved pages.')).toBeVisible()
    expect(overlay()).toBeNull()

    happens({ kind })
    happens({ kind: 'probe-failed' })
    expect(await findContinueButton()).toBeVisible()
  },
)

test('shows the overlay at the next connection loss, even if a page was opened in between [pwa.7]', async () => {
  sessionStorage.setItem('offline-continued', 'offline')
  show()
  happens({ kind: 'probe-failed' })

  expect(await findContinueButton()).toBeVisible()
})

test('says that a network needs a login, links to it, and does so again after "Continue" elsewhere [pwa.7]', async () => {
  show()
  happens({ kind: 'probe-failed' })
  await userEvent.click(await findContinueButton())
  expect(await screen.findByText('You’re offline. Showing saved pages.')).toBeVisible()

  happens({ kind: 'captive' })

  expect(
    await screen.findByRole('alertdialog', { name: 'This network needs you to log in' }),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open login page' })).toHaveAttribute(
    'href',
    '/network-login',
  )
  await userEvent.click(await findContinueButton())
  expect(await screen.findByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/network-login',
  )
})
