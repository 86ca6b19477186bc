import type { App } from '#server/app/api/createApp.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test as apiTest } from './apiTest.ts'
import { aPhone, aUser } from '#tests/support/shopper/givens.ts'
import { sending } from './requests.ts'
import type { TestOutside } from './testDeps.ts'

type SigningIn = {
  phone: string
  /** A user of that number who has asked for a code, and now tries one. */
  verify: (otp: string) => Promise<Response>
}

export const test = apiTest.extend<SigningIn>({
  phone: async ({}, use) => use(aPhone()),
  verify: async ({ api, db, phone }, use) => {
    await aUser(db, { contactNumber: phone })
    await call(api, 'login', { contactNumber: phone })
    await use(async (otp) => call(api, 'verify-otp', { contactNumber: phone, otp }))
  },
})

export const wrongOtp = { success: false, code: 'invalid', msg: 'Entered OTP is incorrect!' }

/** Lets the store's clock stand still so much later. */
export function waitFor(ms: number) {
  const then = new Date(Date.now() + ms)
  setClock(() => then)
}

export const call = (api: App, path: string, body: object) =>
  api.request(`/api/user/${path}`, sending('POST', body))

/** Asks for a code through a proxy, which adds the caller's address at the end. */
export function loginFrom(api: App, contactNumber: string, addresses: string) {
  const request = sending('POST', { contactNumber })
  const headers = { ...request.headers, 'X-Forwarded-For': addresses }
  return api.request('/api/user/login', { ...request, headers })
}

/** The code that was sent last; another one that is wrong. */
export const codeOf = ({ sent }: TestOutside) => sent.at(-1)?.otp ?? ''
export const wrongCodeOf = (outside: TestOutside) =>
  codeOf(outside).replace(/^./, (first) => (first === '9' ? '0' : '9'))
