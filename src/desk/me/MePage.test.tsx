import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { Desk } from '#desk/app/Desk.tsx'
import { unsentMovesAtom } from '#desk/app/logout.ts'
import { endSession, saveSession } from '#desk/app/session.ts'
import { installPromptAtom } from '#platform/installPrompt.ts'
import { person, refuse, stubDeskServer, token } from '#tests/support/screens/stubDeskServer.ts'

beforeEach(() => {
  stubDeskServer()
  saveSession({ token, person })
})
afterEach(() => act(() => endSession()))

async function showMe() {
  history.replaceState(null, '', '/desk/me')
  render(<Desk />)
  await screen.findByRole('heading', { name: 'Me', level: 1 })
}

const otherDevice = { name: 'Log out of Chrome on Android, logged in Tue, 17 Nov' }

test('name, role, number and warehouses are shown [staff.2]', async () => {
  await showMe()

  const facts = (await screen.findAllByRole('definition')).map(({ textContent }) => textContent)
  expect(facts).toEqual(['Meera Kulkarni', 'Manager', '+91 9876543210', 'Vijay Nagar'])
})

test('after a log out that loses updates, the login’s field has the focus [staff.2]', async () => {
  stubDeskServer({ 'POST /api/staff/logout': () => refuse('unavailable', 503) })
  await showMe()
  act(() => {
    within(screen.getByRole('main')).getByRole('button', { name: 'Log out' }).focus()
    getDefaultStore().set(unsentMovesAtom, 1)
  })
  const dialog = within(await screen.findByRole('dialog', { name: '1 update was not sent yet' }))

  await userEvent.click(dialog.getByRole('button', { name: 'Log out and lose them' }))

  const field = await screen.findByRole('textbox', { name: 'Mobile number' })
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(field).toHaveFocus()
})

describe('devices', () => {
  test('all are listed, and another one can be logged out of [staff.2]', async () => {
    await showMe()
    const here = (await screen.findByText('Chrome on Windows')).closest('li')!
    expect(within(here).getByText('This device')).toBeVisible()
    expect(within(here).queryByRole('button')).toBeNull()

    await userEvent.click(screen.getByRole('button', otherDevice))

    expect(await screen.findByText('Chrome on Android is logged out.')).toBeVisible()
    await vi.waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
    expect(screen.getByText('Chrome on Windows')).toBeVisible()
  })

  test('one that has logged out meanwhile is as good as logged out [staff.2]', async () => {
    stubDeskServer({ 'DELETE /api/staff/sessions/there': () => refuse('not_found', 404) })
    await showMe()
    await userEvent.click(await screen.findByRole('button', otherDevice))

    expect(await screen.findByText('Chrome on Android is logged out.')).toBeVisible()
  })

  test('a failure is said, and can be tried again [staff.2]', async () => {
    stubDeskServer({
      'DELETE /api/staff/sessions/there': () =>
        refuse('unavailable', 503, 'The store is busy. Please try again.'),
    })
    await showMe()
    await userEvent.click(await screen.findByRole('button', otherDevice))

    expect(await screen.findByRole('alert')).toHaveTextContent('The store is busy.')
    expect(screen.getByRole('button', otherDevice)).toBeEnabled()
  })

  test('a list that cannot be read is read again on demand [staff.2]', async () => {
    stubDeskServer({
      'GET /api/staff/sessions': () => refuse('unexpected', 500, 'Something went wrong'),
    })
    await showMe()
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong')

    stubDeskServer()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

    expect(await screen.findByText('Chrome on Windows')).toBeVisible()
  })

  test('a session that was ended elsewhere leads to the login [staff.2]', async () => {
    stubDeskServer({ 'GET /api/staff/sessions': () => refuse('signed_out', 401) })
    history.replaceState(null, '', '/desk/me')
    render(<Desk />)

    expect(await screen.findByText(/You were logged out/)).toBeVisible()
  })
})

describe('the installation', () => {
  test('is offered once where the browser can, and then by its own prompt [staff.1]', async () => {
    const prompt = vi.fn(() => Promise.resolve())
    await showMe()
    expect(screen.queryByText('Install the desk')).toBeNull()
    act(() =>
      getDefaultStore().set(
        installPromptAtom,
        Object.assign(new Event('beforeinstallprompt'), { prompt }),
      ),
    )

    await userEvent.click(screen.getByRole('button', { name: 'Install' }))

    expect(prompt).toHaveBeenCalledOnce()
    expect(screen.queryByText('Install the desk')).toBeNull()
  })

  test('is explained on an iPhone, which has no prompt [staff.1]', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
    await showMe()

    expect(screen.getByText('Choose Add to Home Screen.')).toBeVisible()
    vi.restoreAllMocks()
  })
})
