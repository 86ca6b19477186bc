import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openLogin, showAuthModalAtom } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { known, phone, reload, showDetails, submit } from '#tests/support/screens/showLogin.tsx'

beforeEach(async () => {
  await clearPersisted()
  openLogin()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  getDefaultStore().set(showAuthModalAtom, false)
})

const fill = async (name: string, dateOfBirth: string) => {
  await userEvent.type(screen.getByLabelText('Name'), name)
  await userEvent.type(screen.getByLabelText('Date of birth'), dateOfBirth)
  await userEvent.click(screen.getByLabelText('Other'))
}

test('a new customer enters name, date of birth and gender; the first word is the first name [login.3]', async () => {
  const signup = { message: '', ...known }
  const { sent, onLoggedIn } = await showDetails({ signup })
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Male',
    'Female',
    'Other',
  ])

  await submit()
  expect(screen.getByText('Please enter all fields')).toBeVisible()
  await fill('  Meera  Bai Joshi', '1996-03-14')
  await submit()

  await waitFor(() => expect(onLoggedIn).toHaveBeenCalledExactlyOnceWith(known.result))
  expect(await screen.findByText('Signed up successfully!')).toBeInTheDocument()
  expect(sent.at(-1)).toEqual({
    call: 'signup',
    body: {
      firstName: 'Meera',
      lastName: 'Bai Joshi',
      dateOfBirth: '1996-03-14',
      gender: 'other',
      contactNumber: phone,
      signupToken: 'proof-of-9826041375',
    },
  })
})

test.each(['Name', 'Date of birth', 'Gender'])('%s is required [login.3]', async (missing) => {
  const { sent } = await showDetails()
  if (missing !== 'Name') await userEvent.type(screen.getByLabelText('Name'), 'Meera')
  if (missing !== 'Date of birth')
    await userEvent.type(screen.getByLabelText('Date of birth'), '1996-03-14')
  if (missing !== 'Gender') await userEvent.click(screen.getByLabelText('Other'))

  await submit()

  expect(screen.getByText('Please enter all fields')).toBeVisible()
  expect(sent.map(({ call }) => call)).not.toContain('signup')
})

test('a signup shows the server’s messages [login.3]', async () => {
  let response: object = { success: false, code: 'invalid', msg: 'You have to be 18 or older' }
  await showDetails({ signup: () => response })
  await fill('Meera', '2015-03-14')

  await submit()
  expect(await screen.findByText('You have to be 18 or older')).toBeVisible()
  response = { message: 'Welcome, Meera', ...known }
  await submit()

  expect(await screen.findByText('Welcome, Meera')).toBeInTheDocument()
})

test('a failed signup is reported, and Back leads to the number [login.3] [login.2]', async () => {
  await showDetails()
  await fill('Meera', '1996-03-14')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

  await submit()
  expect(await screen.findByText('Signup failed!')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))

  expect(screen.getByLabelText('Mobile number')).toHaveValue(phone)
})

test('a reload keeps the details as long as the number is verified [login.3] [login.8]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await showDetails()
  await userEvent.type(screen.getByLabelText('Name'), 'Meera')
  await userEvent.click(screen.getByLabelText('Female'))

  const { sent } = await reload({ signup: { message: '', ...known } })
  expect(screen.getByRole('dialog', { name: 'User Details' })).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('Meera')
  expect(screen.getByLabelText('Female')).toBeChecked()
  await userEvent.type(screen.getByLabelText('Date of birth'), '1996-03-14')
  await submit()
  await waitFor(() => expect(sent.at(-1)?.body.signupToken).toBe('proof-of-9826041375'))
})

test('dates of birth can be chosen up to the eighteenth birthday, by the day in India [login.3]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Half past midnight in India; in London it is still the day before.
  vi.setSystemTime('2026-11-19T19:00:00Z')

  await showDetails()

  expect(screen.getByLabelText('Date of birth')).toHaveAttribute('max', '2008-11-20')
})

test('a signup starts again when the verification has expired [login.3]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await showDetails()
  vi.setSystemTime(Date.now() + 10 * 60_000)

  const { dialog } = await reload()

  expect(dialog).toHaveAccessibleName('Login or Signup')
})
