import * as v from 'valibot'

import { UserGender } from '#contract/account.ts'
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
const SigningUp = v.object({
  name: v.literal('details'),
  phone: v.string(),
  signupToken: v.string(),
  expiresAt: v.number(),
  draft: SignupDraft,
})

/** With what continues after the login, such as the checkout. */
const withPurpose = { purpose: v.optional(v.picklist(['checkout'])) }
const PendingLogin = v.variant('name', [
  v.object({ ...OtpSent.entries, ...withPurpose }),
  v.object({ ...SigningUp.entries, ...withPurpose }),
])
export type PendingLogin = v.InferOutput<typeof PendingLogin>

/**
 * The state of a login, so that it continues after a reload or when the phone has closed the app.
 */
export const pendingLogin = persistedRecord(pendingLoginKey, (stored): PendingLogin | undefined => {
  const { success, output } = v.safeParse(PendingLogin, stored)
  return success && isUnexpired(output) ? output : undefined
})
