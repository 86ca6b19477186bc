import { describe, expect } from 'vitest'

import * as rules from '#contract/rules.ts'
import { otps } from '#server/database/schema/users.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { aPhone, aUser } from '#tests/support/shopper/givens.ts'
import { call, loginFrom, test, advanceClock } from '#tests/support/api/tests/loginTest.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

describe('POST /user/login', () => {
  test('sends six digits to the phone and returns when to request again [login.2]', async ({
    api,
    deps,
    phone,
  }) => {
    const response = await call(api, 'login', { contactNumber: Number(phone) })

    expect(await response.json()).toEqual({
      success: true,
      result: { isNewUser: true, resendAfterSeconds: 30 },
    })
    expect(deps.sent).toEqual([
      { to: phone, otp: expect.stringMatching(/^\d{6}$/), text: expect.stringContaining('OTP') },
    ])
  })

  test('says in the message how long the OTP is valid, and lets phones fill it in on the store’s pages only [login.2]', async ({
    api,
    deps,
    phone,
  }) => {
    await call(api, 'login', { contactNumber: phone })

    const [message] = deps.sent
    expect(message?.text.split('\n')).toEqual([
      `${message?.otp} is your Pehno OTP. It is valid for 5 minutes. Do not share it with anyone.`,
      '',
      `@shop.example #${message?.otp}`,
    ])
  })

  test('tells whether the number has an account [login.3]', async ({ api, db, phone }) => {
    await aUser(db, { contactNumber: phone })

    const response = await call(api, 'login', { contactNumber: phone })

    expect(await response.json()).toMatchObject({ result: { isNewUser: false } })
  })

  test.for(['5123456789', '0123456789', '612345678', '61234567890', '6x23456789', 'abc'])(
    'refuses %s with a message, and sends nothing [login.1]',
    async (contactNumber, { api, deps }) => {
      const response = await call(api, 'login', { contactNumber })

      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        code: 'invalid',
        msg: 'Please enter a valid mobile number',
        fields: { contactNumber: 'Please enter a valid mobile number' },
      })
      expect(deps.sent).toEqual([])
    },
  )

  test('requires a longer wait after each OTP [login.2]', async ({ api, deps, phone }) => {
    const login = () => call(api, 'login', { contactNumber: phone })
    const waits = []
    let passed = 0
    for (let time = 0; time < 5; time++) {
      advanceClock(passed)
      const { result } = await (await login()).json()
      waits.push(result.resendAfterSeconds)
      advanceClock(passed + result.resendAfterSeconds * 1000 - 1000)
      const early = await login()
      expect(early.status).toBe(429)
      expect(Number(early.headers.get('Retry-After'))).toBeLessThanOrEqual(1)
      passed += result.resendAfterSeconds * 1000
    }

    expect(waits).toEqual([30, 60, 120, 240, 240])
    expect(deps.sent).toHaveLength(5)
  })

  test('sends another OTP after the clock was set back by an hour, and counts it [login.2] [safe.4]', async ({
    db,
    phone,
  }) => {
    const deps = createTestDeps({ hasRateLimits: true })
    const api = createTestApi(db, deps)
    advanceClock(3 * 60 * 60_000)
    for (let nth = 0; nth < rules.otpLimits.perNumberHourly; nth++) {
      expect((await call(api, 'login', { contactNumber: phone })).status).toBe(200)
      await db.update(otps).set({ usedAt: clock.now() })
    }
    expect((await call(api, 'login', { contactNumber: phone })).status).toBe(429)
    await db.update(otps).set({ usedAt: null })

    advanceClock(0)
    const response = await call(api, 'login', { contactNumber: phone })

    expect(await response.json()).toMatchObject({ result: { resendAfterSeconds: 60 } })
    expect(deps.sent).toHaveLength(rules.otpLimits.perNumberHourly + 1)
    advanceClock(1000)
    expect((await call(api, 'login', { contactNumber: phone })).status).toBe(429)
  })

  test('limits OTPs per number and per address [safe.4]', async ({ db, phone }) => {
    const deps = createTestDeps({ hasRateLimits: true })
    const api = createTestApi(db, deps)
    const statuses = []
    for (let time = 0; time < 6; time++) {
      advanceClock(time * 250_000)
      statuses.push((await loginFrom(api, phone, `forged, 10.0.0.${time}`)).status)
    }
    const others = []
    for (let time = 0; time < 11; time++) {
      others.push((await loginFrom(api, aPhone(), `10.9.9.${time}, 2001:db8:1::1`)).status)
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(others).toEqual([...Array<number>(10).fill(200), 429])
  })

  test('allows another request if the OTP could not be sent', async ({ db, phone }) => {
    let isDown = true
    const deps = createTestDeps({
      sendMessage: async () => {
        if (isDown) throw new StoreError('unavailable', 'We could not send the message.')
      },
    })
    const api = createTestApi(db, deps)

    const first = await call(api, 'login', { contactNumber: phone })
    isDown = false
    const second = await call(api, 'login', { contactNumber: phone })

    expect([first.status, second.status]).toEqual([503, 200])
  })
})
