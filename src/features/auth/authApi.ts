import type * as v from 'valibot'

import { LoginReply, type Signup, SignupReply, VerifyOtpReply } from '#contract/auth.ts'
import { calls } from '#contract/api/calls.ts'
import { request, send } from '#platform/api/http.ts'

/** A text message is on its way by then; on a dead connection nobody knows. */
const otpTimeoutMs = 20_000

/** Sends a code to the number. */
export async function login(contactNumber: string) {
  const json = { contactNumber }
  const signal = AbortSignal.timeout(otpTimeoutMs)
  const { result } = await send(LoginReply, request(calls.login, { json, signal }))
  return result
}

/** Shows the code: a known number is signed in, a new one may sign up. */
export async function verifyOtp(contactNumber: string, otp: string) {
  const json = { contactNumber, otp }
  const { result } = await send(VerifyOtpReply, request(calls.verifyOtp, { json }))
  return result
}

export async function signup(details: Signup) {
  return send(SignupReply, request(calls.signup, { json: details }))
}

export type Verified = v.InferOutput<typeof VerifyOtpReply>['result']
