import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import ProfilePage from './ProfilePage.tsx'

const { user } = aUser({ email: 'asha@mail.example' })
const refused = (more: object = {}) => ({ success: false, code: 'invalid', msg: '', ...more })

/** Returns the requests as `METHOD path body`; `responses` by method. */
async function show(responses: Record<string, object> = {}) {
  const sent: { call: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    const text = await request.text()
    sent.push({ call: `${request.method} ${pathname}`, body: text && JSON.parse(text) })
    const response = responses[request.method] ?? { success: true }
    return Response.json(response, {
      status: 'code' in response ? 400 : 200,
      headers: { 'x-api': '1' },
    })
  })
  render(
    <MemoryRouter initialEntries={['/myaccount/profile']}>
      <ProfilePage />
      <Toasts />
    </MemoryRouter>,
  )
  await screen.findByLabelText('First Name')
  return sent
}

const write = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  if (text) await userEvent.type(screen.getByLabelText(label), text)
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))

beforeEach(() => saveSession({ token: 'a-token', user }))
afterEach(clearSession)

test('phone, birth date and gender are shown and cannot change [profile.1]', async () => {
  await show()

  expect(screen.getByLabelText('Phone No')).toHaveValue('+91 9826041375')
  const birth = screen.getByLabelText('Date of Birth')
  expect(birth).toHaveValue('1994-05-17')
  expect(birth).toHaveAttribute('min', '1900-01-01')
  expect(birth).toHaveAttribute('max', '2100-12-31')
  expect(screen.getByLabelText('Gender')).toHaveValue('Female')
  for (const label of ['Phone No', 'Date of Birth', 'Gender'])
    expect(screen.getByLabelText(label)).toHaveAttribute('readonly')
})

test('without a change nothing is sent [profile.1]', async () => {
  const sent = await show()

  await write('First Name', ' Asha ')
  await save()

  expect(await screen.findByText('No changes to update')).toBeInTheDocument()
  expect(sent).toEqual([])
})

test('a change is saved, and the new name appears everywhere [profile.1] [api.5]', async () => {
  const aisha = { ...user, firstName: 'Aisha', name: 'Aisha Rao' }
  const sent = await show({ PUT: { success: true, user: aisha } })

  await write('First Name', 'Aisha')
  await save()

  expect(await screen.findByText('Profile updated successfully!')).toBeInTheDocument()
  expect(sent).toMatchObject([
    { call: 'PUT /api/user/profile', body: { firstName: 'Aisha', contactNumber: '9826041375' } },
  ])
  expect(screen.getByText('Hi, Aisha')).toBeInTheDocument()
  expect(localStorage.getItem('user')).toContain('Aisha')
})

test('a failure shows the server’s message [profile.1]', async () => {
  const fields = { email: 'Please enter an email' }
  await show({ PUT: refused({ msg: 'Please check what you entered', fields }) })

  await write('Email', 'nobody')
  await save()

  expect(await screen.findByText('Please check what you entered')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter an email')
})

test('a failure without a message shows a default one [profile.1]', async () => {
  await show({ PUT: refused() })

  await write('Email', '')
  await save()

  expect(await screen.findByText('Failed to update profile')).toBeInTheDocument()
})

test('an account is deleted only with an OTP [law.1]', async () => {
  const sent = await show({
    POST: { success: true, result: { isNewUser: false, resendAfterSeconds: 30 } },
  })

  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send OTP', hidden: true }))
  await userEvent.type(await screen.findByLabelText(/^OTP sent on this number/), '123456')
  const dialog = within(screen.getByRole('dialog', { name: 'Delete account?', hidden: true }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account', hidden: true }))

  expect(await screen.findByText('Your account has been deleted')).toBeInTheDocument()
  expect(sent).toEqual([
    { call: 'POST /api/user/login', body: { contactNumber: '9826041375' } },
    { call: 'DELETE /api/user', body: { otp: '123456' } },
  ])
  expect(localStorage.getItem('token')).toBeNull()
})

test('the deletion can be cancelled [law.1]', async () => {
  const sent = await show()

  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keep account', hidden: true }))

  expect(screen.queryByText('Delete account?')).toBeNull()
  expect(sent).toEqual([])
})
