import { afterEach, describe, expect } from 'vitest'

import { rules } from '#contract/rules.ts'
import type { App } from '#server/app/createApp.ts'
import { setClock } from '#server/platform/clock.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { apiWith, test as apiTest } from '#tests/support/apiTest.ts'
import { aPhone, aUser } from '#tests/support/givens.ts'
import { as, sending } from '#tests/support/requests.ts'
import { type TestOutside, testOutside } from '#tests/support/testOutside.ts'

const test = apiTest.extend<{ phone: string }>({ phone: async ({}, use) => use(aPhone()) })

const wrongOtp = { success: false, code: 'invalid', msg: 'Entered OTP is incorrect!' }

afterEach(() => setClock())

/** Lets the store's clock stand still so much later. */
function waitFor(ms: number) {
  const then = new Date(Date.now() + ms)
  setClock(() => then)
}

const call = (api: App, path: string, body: object) =>
  api.request(`/api/user/${path}`, sending('POST', body))

/** Asks for a code through a proxy, which adds the caller's address at the end. */
function loginFrom(api: App, contactNumber: string, addresses: string) {
  const request = sending('POST', { contactNumber })
  const headers = { ...request.headers, 'X-Forwarded-For': addresses }
  return api.request('/api/user/login', { ...request, headers })
}

/** The code that was sent last; another one that is wrong. */
const codeOf = ({ sent }: TestOutside) => sent.at(-1)?.otp ?? ''
const wrongCodeOf = (outside: TestOutside) =>
  codeOf(outside).replace(/^./, (first) => (first === '9' ? '0' : '9'))

describe('POST /user/login', () => {
  test('sends six digits to the phone and says when to ask again [login.2]', async ({
    api,
    outside,
    phone,
  }) => {
    const answer = await call(api, 'login', { contactNumber: Number(phone) })

    expect(await answer.json()).toEqual({
      success: true,
      result: { isNewUser: true, resendAfterSeconds: 30 },
    })
    expect(outside.sent).toEqual([
      { to: phone, otp: expect.stringMatching(/^\d{6}$/), text: expect.stringContaining('OTP') },
    ])
  })

  test('knows who has an account [login.3]', async ({ api, db, phone }) => {
    await aUser(db, { contactNumber: phone })

    const answer = await call(api, 'login', { contactNumber: phone })

    expect(await answer.json()).toMatchObject({ result: { isNewUser: false } })
  })

  test.for(['5123456789', '0123456789', '612345678', '61234567890', '6१23456789', 'abc'])(
    'refuses %s with a message, and sends nothing [login.1]',
    async (contactNumber, { api, outside }) => {
      const answer = await call(api, 'login', { contactNumber })

      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        code: 'invalid',
        msg: 'Please enter a valid mobile number',
        fields: { contactNumber: 'Please enter a valid mobile number' },
      })
      expect(outside.sent).toEqual([])
    },
  )

  test('asks to wait longer after each code [login.2]', async ({ api, outside, phone }) => {
    const login = () => call(api, 'login', { contactNumber: phone })
    const waits = []
    let passed = 0
    for (let time = 0; time < 5; time++) {
      waitFor(passed)
      const { result } = await (await login()).json()
      waits.push(result.resendAfterSeconds)
      waitFor(passed + result.resendAfterSeconds * 1000 - 1000)
      const early = await login()
      expect(early.status).toBe(429)
      expect(Number(early.headers.get('Retry-After'))).toBeLessThanOrEqual(1)
      passed += result.resendAfterSeconds * 1000
    }

    expect(waits).toEqual([30, 60, 120, 240, 240])
    expect(outside.sent).toHaveLength(5)
  })

  test('limits the codes of a number and of an address [safe.4]', async ({ db, phone }) => {
    const outside = testOutside({ hasRateLimits: true })
    const api = apiWith(db, outside)
    const statuses = []
    for (let time = 0; time < 6; time++) {
      waitFor(time * 250_000)
      statuses.push((await loginFrom(api, phone, `forged, 10.0.0.${time}`)).status)
    }
    const others = []
    for (let time = 0; time < 11; time++) {
      others.push((await loginFrom(api, aPhone(), `10.9.9.${time}, 10.1.1.1`)).status)
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(others).toEqual([...Array<number>(10).fill(200), 429])
  })

  test('lets a code that could not be sent be asked for again', async ({ db, phone }) => {
    let isDown = true
    const outside = testOutside({
      sendMessage: async () => {
        if (isDown) throw new StoreError('unavailable', 'We could not send the message.')
      },
    })
    const api = apiWith(db, outside)

    const first = await call(api, 'login', { contactNumber: phone })
    isDown = false
    const second = await call(api, 'login', { contactNumber: phone })

    expect([first.status, second.status]).toEqual([503, 200])
  })
})

describe('POST /user/verify-otp', () => {
  test('signs a known user in [login.5]', async ({ api, db, outside, phone }) => {
    const { userId } = await aUser(db, { contactNumber: phone, email: 'asha@mail.example' })
    await call(api, 'login', { contactNumber: phone })

    const answer = await call(api, 'verify-otp', { contactNumber: phone, otp: codeOf(outside) })

    const { result } = await answer.json()
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
    expect((await api.request('/api/address', as(result.token))).status).toBe(200)
  })

  test('refuses a wrong code, and a right one a second time [login.2]', async ({
    api,
    db,
    outside,
    phone,
  }) => {
    await aUser(db, { contactNumber: phone })
    await call(api, 'login', { contactNumber: phone })
    const verify = (otp: string) => call(api, 'verify-otp', { contactNumber: phone, otp })

    const wrong = await verify(wrongCodeOf(outside))
    const right = await verify(codeOf(outside))
    const again = await verify(codeOf(outside))

    expect([wrong.status, right.status, again.status]).toEqual([400, 200, 400])
    expect(await wrong.json()).toEqual(wrongOtp)
    expect(await again.json()).toEqual(wrongOtp)
  })

  test('takes five tries and no more, even at once [login.2] [safe.4]', async ({
    api,
    db,
    outside,
    phone,
  }) => {
    await aUser(db, { contactNumber: phone })
    await call(api, 'login', { contactNumber: phone })
    const verify = (otp: string) => call(api, 'verify-otp', { contactNumber: phone, otp })
    const five = await Promise.all(Array.from({ length: 5 }, () => verify(wrongCodeOf(outside))))

    const [right, wrong] = [await verify(codeOf(outside)), await verify(wrongCodeOf(outside))]

    expect(await Promise.all(five.map((answer) => answer.json()))).toEqual(
      Array<object>(5).fill(wrongOtp),
    )
    expect([right.status, wrong.status]).toEqual([429, 429])
    const guessedOut = {
      success: false,
      code: 'too_many',
      msg: 'Too many wrong OTPs. Please ask for a new one.',
    }
    expect(await right.json()).toEqual(guessedOut)
    expect(await wrong.json()).toEqual(guessedOut)

    waitFor(31_000)
    await call(api, 'login', { contactNumber: phone })
    expect((await verify(codeOf(outside))).status).toBe(200)
  })

  test('refuses a code after five minutes, and the one before the last [login.2]', async ({
    api,
    db,
    outside,
    phone,
  }) => {
    await aUser(db, { contactNumber: phone })
    await call(api, 'login', { contactNumber: phone })
    const first = codeOf(outside)
    waitFor(31_000)
    await call(api, 'login', { contactNumber: phone })
    const second = codeOf(outside)

    const replaced = await call(api, 'verify-otp', { contactNumber: phone, otp: first })
    waitFor(31_000 + rules.otp.validForMs)
    const late = await call(api, 'verify-otp', { contactNumber: phone, otp: second })

    expect(first === second ? 400 : replaced.status).toBe(400)
    expect(late.status).toBe(400)
  })

  test('lets a number rest after twenty wrong codes [safe.4]', async ({
    api,
    db,
    outside,
    phone,
  }) => {
    await aUser(db, { contactNumber: phone })
    for (let code = 0; code < 4; code++) {
      waitFor(code * 300_000)
      await call(api, 'login', { contactNumber: phone })
      for (let guess = 0; guess < 5; guess++) {
        await call(api, 'verify-otp', { contactNumber: phone, otp: wrongCodeOf(outside) })
      }
    }
    waitFor(3 * 300_000 + 250_000)
    const resting = await call(api, 'login', { contactNumber: phone })
    waitFor(3 * 300_000 + rules.otp.lockedForMs)
    const rested = await call(api, 'login', { contactNumber: phone })

    expect(resting.status).toBe(429)
    expect(rested.status).toBe(200)
  })

  test.for(['12345', '1234567', 'abcdef', '１２３４５６'])(
    'refuses %s as no code [login.2]',
    async (otp, { api, phone }) => {
      const answer = await call(api, 'verify-otp', { contactNumber: phone, otp })

      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ msg: 'Please enter a valid OTP' })
    },
  )
})
