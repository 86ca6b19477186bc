import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { StaffPerson } from '#contract/staff/people.ts'
import { StaffRole } from '#contract/staff/roles.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { Desk } from './Desk.tsx'
import { pages, pagesOf } from './pages.ts'
import { endSession, saveSession } from './session.ts'
import { texts } from './texts.ts'

const person: StaffPerson = {
  id: 'meera',
  name: 'Meera Kulkarni',
  role: 'manager',
  contactNumber: '9876543210',
  warehouses: [{ id: 'vn', name: 'Vijay Nagar' }],
}
const otp = '123456'

type Sent = { path: string; body: unknown; authorization: string | null }

/** A server that knows the token `fresh` and one OTP. Returns what was sent. */
function stubServer() {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname
    const body: unknown = request.method === 'POST' ? await request.json().catch(() => null) : null
    const authorization = request.headers.get('Authorization')
    sent.push({ path, body, authorization })
    const json = (content: unknown, status = 200) =>
      Response.json(content, { status, headers: { 'x-api': '1' } })
    const refuse = (code: string, status: number) =>
      json({ success: false, code, msg: code }, status)
    if (path === '/api/staff/login')
      return json({ success: true, result: { resendAfterSeconds: 30 } })
    if (path === '/api/staff/verify-otp')
      return (body as { otp: string }).otp === otp
        ? json({ success: true, result: { token: 'fresh', person } })
        : refuse('invalid', 400)
    if (authorization !== 'Bearer fresh') return refuse('signed_out', 401)
    if (path === '/api/staff/logout') return json({ success: true })
    return json({ success: true, result: person })
  })
  return sent
}

const showDesk = (path: string) => {
  history.replaceState(null, '', path)
  render(<Desk />)
}

async function logIn() {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Mobile number'), '9876543210')
  await user.click(screen.getByRole('button', { name: 'Send OTP' }))
  await user.type(await screen.findByLabelText('OTP, 6 digits'), otp)
}

let sent: Sent[] = []
beforeEach(() => {
  endSession()
  sent = stubServer()
})
afterEach(
  () => void act(() => observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })),
)

describe('the login', () => {
  test('an OTP opens the page of the URL [staff.2]', async () => {
    showDesk('/desk/me')
    await logIn()

    expect(await screen.findByRole('heading', { name: 'Me', level: 1 })).toBeVisible()
    expect(location.pathname).toBe('/desk/me')
    expect(sent.map(({ path }) => path).slice(0, 2)).toEqual([
      '/api/staff/login',
      '/api/staff/verify-otp',
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
  beforeEach(() => saveSession({ token: 'fresh', person }))

  test('the token stays out of the shopper’s storage [staff.1]', () => {
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('user')).toBeNull()
    expect(localStorage.getItem('desk-session')).toContain('fresh')
  })

  test('a log out ends the session here and on the server [staff.2]', async () => {
    showDesk('/desk/me')
    await userEvent.click(await screen.findByRole('button', { name: texts.logOut }))

    expect(await screen.findByLabelText('Mobile number')).toBeVisible()
    expect(sent).toContainEqual(
      expect.objectContaining({ path: '/api/staff/logout', authorization: 'Bearer fresh' }),
    )
    expect(localStorage.getItem('desk-session')).toBeNull()
    expect(screen.queryByText(/You were logged out/)).toBeNull()
  })

  test('a page that does not exist says so [staff.3]', async () => {
    showDesk('/desk/nothing-here')

    expect(await screen.findByText(texts.notFound.body)).toBeVisible()
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
    saveSession({ token: 'fresh', person: { ...person, role } })
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
