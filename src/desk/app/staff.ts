import * as v from 'valibot'

import type { Call } from '#contract/api/calls.ts'
import { responseSchema } from '#contract/api/fields.ts'

/** What a person of the store may do follows from the role. */
export const StaffRole = v.picklist([
  'owner',
  'manager',
  'packer',
  'rider',
  'support',
  'accountant',
])
export type StaffRole = v.InferOutput<typeof StaffRole>

export const StaffPerson = v.object({
  id: v.string(),
  name: v.string(),
  role: StaffRole,
  warehouses: v.array(v.object({ id: v.string(), name: v.string() })),
})
export type StaffPerson = v.InferOutput<typeof StaffPerson>

/** Without a wait in the response another OTP is offered after the usual one. */
export const StaffLoginResponse = v.object({
  success: v.literal(true),
  result: v.optional(v.object({ resendAfterSeconds: v.optional(v.number()) })),
})
export const StaffSessionResponse = responseSchema({
  result: v.object({ token: v.string(), person: StaffPerson }),
})
export const StaffPersonResponse = responseSchema({ result: StaffPerson })

const call = (method: Call['method'], path: string): Call => ({
  method,
  path: `/staff${path}`,
  access: 'public',
  cache: 'never',
})

/** The calls of the login; who sends one is said by its token. */
export const staffCalls = {
  login: call('POST', '/login'),
  verifyOtp: call('POST', '/verify-otp'),
  logout: call('POST', '/logout'),
  me: call('GET', '/me'),
}
