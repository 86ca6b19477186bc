import * as v from 'valibot'

import { UserGender } from '#contract/account/account.ts'
import { calls } from '#contract/api/calls.ts'
import {
  LoginResponse,
  type Signup,
  SignupResponse,
  VerifyOtpResponse,
} from '#contract/account/auth.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import type { LoginPurpose } from '#platform/session/session.ts'
import { persistedRecord } from '#platform/storage/persistedRecord.ts'
import { isUnexpired, pendingLoginKey } from './hasPendingLogin.ts'

const SignupDraft = v.object({
  name: v.string(),
  dateOfBirth: v.string(),
  gender: v.optional(UserGender),
})
export type SignupDraft = v.InferOutput<typeof SignupDraft>

/** An OTP was sent. Times in ms since 1970. */
const OtpSent = v.object({
  name: v.literal('otp'),
  phone: v.string(),
  resendAt: v.number(),
  expiresAt: v.number(),
})
export type OtpSent = v.InferOutput<typeof OtpSent>

/** The phone number is verified; the new customer is filling in their details. */
const SignupStep = v.object({
  name: v.literal('details'),
  phone: v.string(),
  signupToken: v.string(),
  expiresAt: v.number(),
  draft: SignupDraft,
})

/** Why the login is asked for, as its first sentence. */
export const loginReasons: Record<LoginPurpose, string> = {
  checkout: 'Log in to place your order. We’ll keep the items in your bag.',
  coupon: 'Log in to apply a coupon.',
  wishlist: 'Log in to save items to your wishlist.',
  restock: 'Log in, and we’ll notify you when it’s back in stock.',
  place: 'Log in, and we’ll send you a text message when we deliver there.',
  account: 'Log in to continue.',
  expired: 'You’ve been logged out. Log in again to continue.',
}
const purposes = Object.keys(loginReasons) as LoginPurpose[]

/** The reason of the login is stored with its state, because what the shopper wanted continues after it. */
const withPurpose = { purpose: v.optional(v.picklist(purposes)) }
const PendingLogin = v.variant('name', [
  v.object({ ...OtpSent.entries, ...withPurpose }),
  v.object({ ...SignupStep.entries, ...withPurpose }),
])
export type PendingLogin = v.InferOutput<typeof PendingLogin>

/**
 * The state of a login, so that it continues after a reload or when the phone has closed the app.
 */
export const pendingLogin = persistedRecord(pendingLoginKey, (stored): PendingLogin | undefined => {
  const { success, output } = v.safeParse(PendingLogin, stored)
  return success && isUnexpired(output) ? output : undefined
})

/** The text message is sent within this time; later the connection is dead. */
const timeoutMs = 20_000

export async function sendOtp(contactNumber: string) {
  const json = { contactNumber }
  const signal = AbortSignal.timeout(timeoutMs)
  const { result } = await parseResponse(LoginResponse, request(calls.login, { json, signal }))
  return result
}

/** Verifies the OTP: a known number is logged in, a new one can sign up. */
export async function verifyOtp(contactNumber: string, otp: string) {
  const json = { contactNumber, otp }
  const signal = AbortSignal.timeout(timeoutMs)
  const { result } = await parseResponse(
    VerifyOtpResponse,
    request(calls.verifyOtp, { json, signal }),
  )
  return result
}

export async function signup(details: Signup) {
  const signal = AbortSignal.timeout(timeoutMs)
  return parseResponse(SignupResponse, request(calls.signup, { json: details, signal }))
}

export type VerifiedOtp = v.InferOutput<typeof VerifyOtpResponse>['result']
