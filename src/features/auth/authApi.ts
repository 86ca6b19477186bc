import type * as v from 'valibot'

import { LoginReply, type Signup, SignupReply, VerifyOtpReply } from '#contract/auth.ts'
import { calls } from '#contract/api/calls.ts'
import { request, send } from '#platform/api/http.ts'

/** The text message is sent within this time; later the connection is dead. */
const timeoutMs = 20_000

/** Sends an OTP to the number. */
export async function login(contactNumber: string) {
  const json = { contactNumber }
  const signal = AbortSignal.timeout(timeoutMs)
  const { result } = await send(LoginReply, request(calls.login, { json, signal }))
  return result
}

/** Verifies the OTP: a known number is logged in, a new one can sign up. */
export async function verifyOtp(contactNumber: string, otp: string) {
  const json = { contactNumber, otp }
  const signal = AbortSignal.timeout(timeoutMs)
  const { result } = await send(VerifyOtpReply, request(calls.verifyOtp, { json, signal }))
  return result
}

export async function signup(details: Signup) {
  const signal = AbortSignal.timeout(timeoutMs)
  return send(SignupReply, request(calls.signup, { json: details, signal }))
}

export type Verified = v.InferOutput<typeof VerifyOtpReply>['result']
