import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import type { StaffRole } from '#contract/staff/roles.ts'
import { Desk } from '#desk/app/Desk.tsx'
import { endSession, saveSession } from '#desk/app/session.ts'
import {
  person,
  refuse,
  stubDeskServer,
  succeed,
  token,
} from '#tests/support/screens/stubDeskServer.ts'

function show(role: StaffRole, handlers: Parameters<typeof stubDeskServer>[0] = {}) {
  saveSession({ token, person: { ...person, role } })
  const sent = stubDeskServer({
    'GET /api/staff/me': () => succeed({ ...person, role }),
    'GET /api/staff/delivery-settings': () => succeed({ proof: 'none' }),
    ...handlers,
  })
  history.replaceState(null, '', '/desk/delivery-settings')
  render(<Desk />)
  return sent
}

afterEach(() => act(() => endSession()))

test('the owner sets what proves a delivery [rider.2]', async () => {
  let isDown = true
  show('owner', {
    'PUT /api/staff/delivery-settings': () =>
      isDown
        ? refuse('unavailable', 503, 'Please try again in a minute')
        : succeed({ proof: 'code' }),
  })
  await userEvent.click(await screen.findByRole('radio', { name: /^Code from the customer/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please try again in a minute')).toBeVisible()
  isDown = false

  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Saved')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('a manager reads it and cannot change it [rider.2] [staff.3]', async () => {
  show('manager')

  expect(await screen.findByText('Only the owner can change this.')).toBeVisible()
  expect(screen.getByRole('radio', { name: /^Photo/ })).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('settings that could not be read can be read again [rider.2]', async () => {
  let isDown = true
  show('owner', {
    'GET /api/staff/delivery-settings': () =>
      isDown ? refuse('unexpected', 500, 'Broken') : succeed({ proof: 'photo' }),
  })
  expect(await screen.findByText('We couldn’t load the settings.')).toBeVisible()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('radio', { name: /^Photo/ })).toBeChecked()
})
