import type { App } from '#server/app/api/createApp.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { aPhone, aUser } from '#tests/support/shopper/givens.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import type { TestDeps } from '#tests/support/api/testDeps.ts'

type LoginFixture = {
  phone: string
  /** A user who has requested an OTP and now verifies one. */
  verify: (otp: string) => Promise<Response>
}

export const test = apiTest.extend<LoginFixture>({
  phone: async ({}, use) => use(aPhone()),
  verify: async ({ api, db, phone }, use) => {
    await aUser(db, { contactNumber: phone })
    await call(api, 'login', { contactNumber: phone })
    await use(async (otp) => call(api, 'verify-otp', { contactNumber: phone, otp }))
  },
})

export const wrongOtp = { success: false, code: 'invalid', msg: 'Entered OTP is incorrect!' }

/** Moves the store's clock forward and stops it there. */
export function advanceClock(ms: number) {
  const later = new Date(Date.now() + ms)
  setClock(() => later)
}

export const call = (api: App, path: string, body: object) =>
  api.request(`/api/user/${path}`, jsonRequest('POST', body))

/** Requests an OTP through a proxy, which appends the caller's address to the header. */
export function loginFrom(api: App, contactNumber: string, addresses: string) {
  const request = jsonRequest('POST', { contactNumber })
  const headers = { ...request.headers, 'X-Forwarded-For': addresses }
  return api.request('/api/user/login', { ...request, headers })
}

/** The OTP that was sent last, and a wrong one. */
export const otpOf = ({ sent }: TestDeps) => sent.at(-1)?.otp ?? ''
export const wrongOtpOf = (deps: TestDeps) =>
  otpOf(deps).replace(/^./, (first) => (first === '9' ? '0' : '9'))
