import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { StaffRole } from '#contract/staff/roles.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import {
  otp,
  person,
  refuse,
  stubDeskServer,
  token,
} from '#tests/support/screens/stubDeskServer.ts'
import { Desk } from './Desk.tsx'
import { pages, pagesOf } from './pages.ts'
import { endSession, saveSession } from './session.ts'
import { texts } from './texts.ts'

const showDesk = (path: string) => {
  history.replaceState(null, '', path)
  render(<Desk />)
}

async function enterPhone(user: UserEvent) {
  await user.type(await screen.findByLabelText('Mobile number'), person.contactNumber)
  await user.click(screen.getByRole('button', { name: 'Send OTP' }))
}

async function logIn() {
  const user = userEvent.setup()
  await enterPhone(user)
  await user.type(await screen.findByLabelText('OTP, 6 digits'), otp)
}

beforeEach(() => {
  endSession()
  stubDeskServer()
})
afterEach(
  () => void act(() => observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })),
)

describe('the login', () => {
  test('an OTP opens the page of the URL [staff.2]', async () => {
    const sent = stubDeskServer()
    showDesk('/desk/me')
    await logIn()

    expect(await screen.findByRole('heading', { name: 'Me', level: 1 })).toBeVisible()
    expect(location.pathname).toBe('/desk/me')
    expect(sent.map(({ call }) => call).slice(0, 2)).toEqual([
      'POST /api/staff/login',
      'POST /api/staff/verify-otp',
    ])
    expect(sent[1]?.body).toEqual({ contactNumber: '9876543210', otp })
  })

  test('a phone offers the OTP of the message [staff.2]', async () => {
    const user = userEvent.setup()
    showDesk('/desk/')
    await user.type(await screen.findByLabelText('Mobile number'), '9876543210')
    await user.click(screen.getByRole('button', { name: 'Send OTP' }))
    const field = await screen.findByLabelText('OTP, 6 digits')

    expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    expect(field).toHaveAttribute('inputmode', 'numeric')
    expect(screen.getByText(/another OTP in (30|29) s/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send another OTP' })).toBeNull()
  })

  test('a wrong number and a wrong OTP are said at their fields [staff.2]', async () => {
    const user = userEvent.setup()
    showDesk('/desk/')
    const phone = await screen.findByLabelText('Mobile number')
    await user.click(screen.getByRole('button', { name: 'Send OTP' }))
    expect(phone).toHaveAccessibleDescription('Enter your mobile number')
    expect(phone).toHaveFocus()

    await user.type(phone, '9876543210')
    await user.click(screen.getByRole('button', { name: 'Send OTP' }))
    await user.type(await screen.findByLabelText('OTP, 6 digits'), '000000')

    await waitFor(() =>
      expect(screen.getByLabelText('OTP, 6 digits')).toHaveAccessibleDescription(/isn’t right/),
    )
    expect(screen.getByLabelText('OTP, 6 digits')).toHaveValue('')
  })

  test('without a connection it says what to do, and keeps the number [staff.2]', async () => {
    const user = userEvent.setup()
    showDesk('/desk/')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await user.type(await screen.findByLabelText('Mobile number'), '9876543210')
    await user.click(screen.getByRole('button', { name: 'Send OTP' }))

    expect(await screen.findByText(/^No connection\. Check your network/)).toBeVisible()
    expect(screen.getByLabelText('Mobile number')).toHaveValue('9876543210')
  })

  test('an OTP that was not checked for lack of a connection stays, to be sent again [staff.2]', async () => {
    const user = userEvent.setup()
    showDesk('/desk/me')
    await enterPhone(user)
    const field = await screen.findByLabelText('OTP, 6 digits')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await user.type(field, otp)
    expect(await screen.findByText(/^No connection\. Check your network/)).toBeVisible()
    expect(field).toHaveValue(otp)

    stubDeskServer()
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByRole('heading', { name: 'Me', level: 1 })).toBeVisible()
  })

  test('a number that asks too often is told when to go on [staff.2]', async () => {
    const msg = 'Too many OTPs for this number. Please try again in an hour.'
    stubDeskServer({ 'POST /api/staff/login': () => refuse('too_many', 429, msg) })
    showDesk('/desk/')
    await enterPhone(userEvent.setup())

    const field = screen.getByLabelText('Mobile number')
    await waitFor(() => expect(field).toHaveAccessibleDescription(msg))
    expect(field).toHaveValue(person.contactNumber)
  })

  test('after too many wrong OTPs a new one has to be requested [staff.2]', async () => {
    const msg = 'Too many wrong OTPs. Please request a new one.'
    stubDeskServer({ 'POST /api/staff/verify-otp': () => refuse('too_many', 429, msg) })
    const user = userEvent.setup()
    showDesk('/desk/')
    await enterPhone(user)
    const field = await screen.findByLabelText('OTP, 6 digits')
    await user.type(field, '000000')

    await waitFor(() => expect(field).toHaveAccessibleDescription(msg))
    expect(screen.getByText(/^You can ask for another OTP in \d+ s$/)).toBeVisible()
  })

  test('a person who was disabled since the OTP was sent is not logged in [staff.2]', async () => {
    stubDeskServer({
      'POST /api/staff/verify-otp': () => refuse('invalid', 400, 'Entered OTP is incorrect!'),
    })
    showDesk('/desk/')
    await logIn()

    expect(await screen.findByText(/isn’t right/)).toBeVisible()
    expect(localStorage.getItem('desk-session')).toBeNull()
  })

  test('a session that has ended leads to the login, and then to the same page [staff.2]', async () => {
    saveSession({ token: 'ended elsewhere', person })
    showDesk('/desk/me?tab=sound')

    expect(await screen.findByText(/You were logged out/)).toBeVisible()
    await logIn()

    expect(await screen.findByRole('heading', { name: 'Me', level: 1 })).toBeVisible()
    expect(location.pathname + location.search).toBe('/desk/me?tab=sound')
  })
})

describe('the frame', () => {
  beforeEach(() => saveSession({ token, person }))

  test('the token stays out of the shopper’s storage [staff.1]', () => {
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('user')).toBeNull()
    expect(localStorage.getItem('desk-session')).toContain(token)
  })

  test('a log out ends the session here and on the server [staff.2]', async () => {
    const sent = stubDeskServer()
    showDesk('/desk/me')
    await userEvent.click(await screen.findByRole('button', { name: texts.logOut }))

    expect(await screen.findByLabelText('Mobile number')).toBeVisible()
    expect(sent).toContainEqual(
      expect.objectContaining({ call: 'POST /api/staff/logout', authorization: `Bearer ${token}` }),
    )
    expect(localStorage.getItem('desk-session')).toBeNull()
    expect(screen.queryByText(/You were logged out/)).toBeNull()
    // The next person may have a role without this page.
    expect(location.pathname).toBe('/desk')
  })

  test('a page that does not exist says so [staff.3]', async () => {
    showDesk('/desk/nothing-here')

    expect(await screen.findByText(texts.notFound.reason)).toBeVisible()
  })

  test('a lost connection is shown on top [staff.1]', async () => {
    showDesk('/desk/me')
    await screen.findByRole('heading', { name: 'Me', level: 1 })
    act(() => observe({ kind: 'link', isUp: false, at: Date.now() + 1 }))

    expect(screen.getByText(/^No connection since \d/)).toBeVisible()
  })
})

describe('navigation', () => {
  test.each(StaffRole.options)('%s sees the pages of the role only [staff.3]', async (role) => {
    saveSession({ token, person: { ...person, role } })
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    showDesk('/desk/')
    await screen.findByRole('heading', { level: 1 })

    const links = screen
      .getAllByRole('link')
      .map((link) => new URL((link as HTMLAnchorElement).href))
    const allowed = new Set(pagesOf(role).map(({ path }) => `/desk${path}`))
    expect(links.filter(({ pathname }) => !allowed.has(pathname))).toEqual([])
  })

  test('every page has a role that may open it', () => {
    expect(pages.filter(({ roles }) => roles.length === 0)).toEqual([])
  })
})
