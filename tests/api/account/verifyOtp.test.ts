import { describe, expect } from 'vitest'

import * as rules from '#contract/rules.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import {
  call,
  otpOf,
  test,
  advanceClock,
  wrongOtpOf,
  wrongOtp,
} from '#tests/support/api/tests/loginTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

describe('POST /user/verify-otp', () => {
  test('logs in a known customer [login.5]', async ({ api, db, deps, phone }) => {
    const { userId } = await aUser(db, { contactNumber: phone, email: 'asha@mail.example' })
    await call(api, 'login', { contactNumber: phone })

    const response = await call(api, 'verify-otp', { contactNumber: phone, otp: otpOf(deps) })

    const { result } = await response.json()
    expect(result.user).toEqual({
      _id: userId,
      firstName: 'Asha',
      lastName: 'Rao',
      name: 'Asha Rao',
      email: 'asha@mail.example',
      contactNumber: phone,
      dateOfBirth: '1994-05-17',
      gender: 'female',
    })
    expect((await api.request('/api/address', withToken(result.token))).status).toBe(200)
  })

  test('refuses a wrong OTP, and a right one a second time [login.2]', async ({ deps, verify }) => {
    const wrong = await verify(wrongOtpOf(deps))
    const right = await verify(otpOf(deps))
    const again = await verify(otpOf(deps))

    expect([wrong.status, right.status, again.status]).toEqual([400, 200, 400])
    expect(await wrong.json()).toEqual(wrongOtp)
    expect(await again.json()).toEqual(wrongOtp)
  })

  test('allows five tries, even concurrently [login.2] [safe.4]', async ({
    api,
    deps,
    phone,
    verify,
  }) => {
    const five = await Promise.all(Array.from({ length: 5 }, () => verify(wrongOtpOf(deps))))

    const [right, wrong] = [await verify(otpOf(deps)), await verify(wrongOtpOf(deps))]

    expect(await Promise.all(five.map((response) => response.json()))).toEqual(
      Array<object>(5).fill(wrongOtp),
    )
    expect([right.status, wrong.status]).toEqual([429, 429])
    const guessedOut = {
      success: false,
      code: 'too_many',
      msg: 'Too many wrong OTPs. Please request a new one.',
    }
    expect(await right.json()).toEqual(guessedOut)
    expect(await wrong.json()).toEqual(guessedOut)

    advanceClock(31_000)
    await call(api, 'login', { contactNumber: phone })
    expect((await verify(otpOf(deps))).status).toBe(200)
  })

  test('refuses an OTP after five minutes, and any but the latest [login.2]', async ({
    api,
    deps,
    phone,
    verify,
  }) => {
    const first = otpOf(deps)
    advanceClock(31_000)
    await call(api, 'login', { contactNumber: phone })
    const second = otpOf(deps)

    const replaced = await verify(first)
    advanceClock(31_000 + rules.otp.validForMs)
    const late = await verify(second)

    expect(first === second ? 400 : replaced.status).toBe(400)
    expect(late.status).toBe(400)
  })

  test('locks a number after twenty wrong OTPs [safe.4]', async ({ api, db, deps, phone }) => {
    await aUser(db, { contactNumber: phone })
    for (let code = 0; code < 4; code++) {
      advanceClock(code * 300_000)
      await call(api, 'login', { contactNumber: phone })
      for (let guess = 0; guess < 5; guess++) {
        await call(api, 'verify-otp', { contactNumber: phone, otp: wrongOtpOf(deps) })
      }
    }
    advanceClock(3 * 300_000 + 250_000)
    const resting = await call(api, 'login', { contactNumber: phone })
    advanceClock(3 * 300_000 + rules.otpTries.lockedForMs)
    const rested = await call(api, 'login', { contactNumber: phone })

    expect(resting.status).toBe(429)
    expect(rested.status).toBe(200)
  })

  test.for(['12345', '1234567', 'abcdef', '12345x'])(
    'refuses %s [login.2]',
    async (otp, { api, phone }) => {
      const response = await call(api, 'verify-otp', { contactNumber: phone, otp })

      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ msg: 'Please enter a valid OTP' })
    },
  )
})
