import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link, MemoryRouter, useLocation } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import { offersRead } from '#contract/api/reads.ts'
import { useIsNotFound, useOptionalRead, useRequiredRead } from '#platform/api/reads/reads.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'

function Broken({ message }: { message: string }): never {
  throw new Error(message)
}

const show = (message: string) =>
  render(
    <MemoryRouter>
      <ErrorScreen>
        <Broken message={message} />
      </ErrorScreen>
    </MemoryRouter>,
  )

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('an unexpected error is shown with its text and a link [shell.29]', () => {
  show('The hanger broke')

  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  expect(screen.getByText('The hanger broke')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Shopping' })).toHaveAttribute('href', '/')
})

test('a chunk that fails to load is reported as a connection problem [pwa.8] [shell.29]', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

  show('Failed to fetch dynamically imported module: /assets/AboutPage.js')

  expect(await screen.findByRole('heading', { name: 'This page didn’t load' })).toBeVisible()
  expect(screen.getByText('Check your connection and try again.')).toBeVisible()
})

/** A text beside an element, which a translated page cannot remove. */
function Untranslatable() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <div>
      <button onClick={() => setIsOpen(false)}>Close</button>
      {isOpen && <>On sale</>}
    </div>
  )
}

test('a screen that broke because the page was translated works after "Try again" [shell.29]', async () => {
  render(
    <MemoryRouter>
      <ErrorScreen>
        <Untranslatable />
      </ErrorScreen>
    </MemoryRouter>,
  )
  const translation = document.createElement('font')
  translation.textContent = 'सेल में'
  screen.getByRole('button', { name: 'Close' }).nextSibling?.replaceWith(translation)

  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(
    await screen.findByRole('heading', { name: 'Unexpected Application Error!' }),
  ).toBeVisible()
  expect(translation).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(screen.getByText('On sale')).toBeVisible()
  expect(screen.queryByRole('heading')).toBeNull()
})

function Offers() {
  return <h1>{useRequiredRead(offersRead)?.result[0]?.name ?? 'On its way'}</h1>
}

/** A page inside the shell, which reads the same data. */
function Store() {
  const { pathname } = useLocation()
  const isOffers = pathname === '/offers'
  useOptionalRead(isOffers ? offersRead : null)
  useIsNotFound(isOffers ? offersRead : null)
  return (
    <>
      <Link to="/offers">Open</Link>
      <Link to="/">Leave</Link>
      <ErrorScreen key={pathname}>{isOffers && <Offers />}</ErrorScreen>
    </>
  )
}

/** The offers page, with a store that fails while `isBroken`. */
function openOffers() {
  const store = { isBroken: true }
  const offers = [{ _id: 'new', name: 'New here', photo: '', link: '/' }]
  const { requests } = renderInStore(<Store />, {
    at: '/offers',
    responses: {
      'home-offers': () => (store.isBroken ? new Response('Broken', { status: 500 }) : offers),
    },
  })
  return { store, requests }
}

const failure = () => screen.findByRole('heading', { name: 'Unexpected Application Error!' })

test('a foreign response is reported without its URL [shell.29]', async () => {
  openOffers()
  await failure()

  expect(
    screen.getByText('Something went wrong on our side. Please try again in a moment.'),
  ).toBeVisible()
})

test('"Try again" requests the data once and shows the page [shell.29]', async () => {
  const { store, requests } = openOffers()
  await failure()

  store.isBroken = false
  const before = requests.length
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { name: 'New here' })).toBeVisible()
  expect(requests.slice(before)).toEqual(['home-offers'])
})

test('a repeated failure is shown and can be retried again [shell.29]', async () => {
  const { store } = openOffers()
  await failure()

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await failure()
  store.isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { name: 'New here' })).toBeVisible()
})

test('opening the page again requests the data once [shell.29]', async () => {
  const { store, requests } = openOffers()
  await failure()
  await userEvent.click(screen.getByRole('link', { name: 'Leave' }))

  store.isBroken = false
  const before = requests.length
  await userEvent.click(screen.getByRole('link', { name: 'Open' }))

  expect(await screen.findByRole('heading', { name: 'New here' })).toBeVisible()
  expect(requests.slice(before)).toEqual(['home-offers'])
})

test('the page recovers when the connection is back [shell.29]', async () => {
  const { store } = openOffers()
  await failure()

  store.isBroken = false
  window.dispatchEvent(new Event('online'))

  expect(await screen.findByRole('heading', { name: 'New here' })).toBeVisible()
})
