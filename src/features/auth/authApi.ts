import type * as v from 'valibot'

import { LoginReply, type Signup, SignupReply, VerifyOtpReply } from '#contract/auth.ts'
import { calls } from '#contract/api/calls.ts'
import { request, send } from '#platform/api/http.ts'

/** Sends a code to the number. */
export async function login(contactNumber: string) {
  const json = { contactNumber }
  const { result } = await send(LoginReply, request(calls.login, { json }))
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
