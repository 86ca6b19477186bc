import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { consents, sessions, users } from '#server/database/schema/users.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { openSession } from '#server/platform/http/sessions.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { aPhone, aUser } from '#tests/support/shopper/givens.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'
import type { TestDeps } from '#tests/support/api/testDeps.ts'

const test = apiTest.extend<{ phone: string }>({ phone: async ({}, use) => use(aPhone()) })

const newUser = { firstName: 'Asha', gender: 'female', dateOfBirth: '1994-05-17' }

const call = (api: App, path: string, body: object) =>
  api.request(`/api/user/${path}`, jsonRequest('POST', body))

async function signupTokenOf(api: App, deps: TestDeps, phone: string): Promise<string> {
  await call(api, 'login', { contactNumber: phone })
  const response = await call(api, 'verify-otp', {
    contactNumber: phone,
    otp: deps.sent.at(-1)?.otp,
  })
  return (await response.json()).result.signupToken
}

describe('POST /user/signup', () => {
  test('creates an account for a verified number [login.3] [law.1]', async ({
    api,
    db,
    deps,
    phone,
  }) => {
    const signupToken = await signupTokenOf(api, deps, phone)

    const response = await call(api, 'signup', {
      ...newUser,
      lastName: 'Rao Patil',
      contactNumber: phone,
      signupToken,
    })

    const { message, result } = await response.json()
    expect(message).toBe('Signed up successfully!')
    expect(result.user).toMatchObject({ name: 'Asha Rao Patil', contactNumber: phone })
    const agreed = await db.select().from(consents).where(eq(consents.userId, result.user._id))
    expect(agreed).toMatchObject([{ subject: 'terms-and-privacy', answer: 'given' }])
    expect((await api.request('/api/address', withToken(result.token))).status).toBe(200)
  })

  test('refuses a token that is used, forged or for another number [login.3] [safe.4]', async ({
    api,
    db,
    deps,
    phone,
  }) => {
    const onOtherPhone = await signupTokenOf(api, deps, phone)
    const signupToken = await signupTokenOf(api, deps, phone)
    const signUp = (contactNumber: string, token = signupToken) =>
      call(api, 'signup', { ...newUser, contactNumber, signupToken: token })

    const other = await signUp(aPhone())
    const unknownToken = await signUp(phone, 'x'.repeat(43))
    const first = await signUp(phone)
    const second = await signUp(phone)

    const third = await signUp(phone, onOtherPhone)
    expect(await unknownToken.json()).toMatchObject({
      msg: 'Your OTP has expired. Please go back and request a new one.',
    })

    expect([other, unknownToken, first, second].map(({ status }) => status)).toEqual([
      400, 400, 200, 400,
    ])
    expect(third.status).toBe(409)
    expect(await third.json()).toMatchObject({
      msg: 'This number already has an account. Please log in.',
    })
    expect(await db.$count(users, eq(users.contactNumber, phone))).toBe(1)
  })

  test('refuses customers under eighteen, by the Indian date [login.3]', async ({
    api,
    deps,
    phone,
  }) => {
    const signupToken = await signupTokenOf(api, deps, phone)
    // 00:30 in India on the eighteenth birthday, which is the day before in London.
    setClock(() => new Date('2026-11-19T19:00:00Z'))
    const signUp = (dateOfBirth: string) =>
      call(api, 'signup', { ...newUser, contactNumber: phone, dateOfBirth, signupToken })

    const tooYoung = await signUp('2008-11-21')
    const bornInFuture = await signUp('2027-01-01')
    const noDay = await signUp('2001-02-30')
    const tooOld = await signUp('1899-12-31')
    const ofAge = await signUp('2008-11-20')

    const responses = [tooYoung, bornInFuture, noDay, tooOld, ofAge]
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 200])
    expect(await tooYoung.json()).toMatchObject({
      msg: 'You must be 18 or older to sign up',
    })
  })
})

describe('POST /user/logout', () => {
  test('revokes this token on the server and no other [login.6]', async ({ api, db }) => {
    const { userId, token } = await aUser(db)
    const other = await openSession(db, userId)

    const response = await api.request('/api/user/logout', withToken(token, 'POST'))

    expect(response.status).toBe(200)
    expect((await api.request('/api/address', withToken(token))).status).toBe(401)
    expect((await api.request('/api/address', withToken(other))).status).toBe(200)
    expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(1)
  })
})
