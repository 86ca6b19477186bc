import { expect } from 'vitest'

import { test } from '#tests/support/api/apiTest.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

const change = { firstName: 'Aisha', lastName: '', email: 'aisha@mail.example' }

test('name and email can change; phone, birth date and gender cannot [profile.1]', async ({
  api,
  db,
}) => {
  const { token, userId } = await aUser(db)
  const fixed = { contactNumber: '9999999999', dateOfBirth: '2000-01-01', gender: 'male' }

  const response = await api.request(
    '/api/user/profile',
    withToken(token, 'PUT', { ...change, ...fixed }),
  )

  const { user } = await response.json()
  expect(user).toMatchObject({ _id: userId, ...change, name: 'Aisha' })
  expect(user).toMatchObject({ dateOfBirth: '1994-05-17', gender: 'female' })
  expect(user.contactNumber).not.toBe(fixed.contactNumber)
})

test('invalid names and emails are reported per field [profile.1] [safe.3]', async ({
  api,
  db,
}) => {
  const { token } = await aUser(db)
  const invalidProfile = { firstName: '', lastName: '<b>', email: 'nobody' }

  const response = await api.request('/api/user/profile', withToken(token, 'PUT', invalidProfile))

  expect(response.status).toBe(400)
  expect(Object.keys((await response.json()).fields)).toEqual(['firstName', 'lastName', 'email'])
})
