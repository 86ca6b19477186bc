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

/** An OTP is on its way to the number. Times in ms since the epoch. */
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

/** With what goes on once the login is done, such as the way to the checkout. */
const withPurpose = { purpose: v.optional(v.picklist(['checkout'])) }
const PendingLogin = v.variant('name', [
  v.object({ ...OtpSent.entries, ...withPurpose }),
  v.object({ ...SigningUp.entries, ...withPurpose }),
])
export type PendingLogin = v.InferOutput<typeof PendingLogin>

/** How far a login is: after a reload, or once the phone has closed the app, it goes on there. */
export const pendingLogin = persistedRecord(pendingLoginKey, (stored): PendingLogin | undefined => {
  const { success, output } = v.safeParse(PendingLogin, stored)
  return success && isUnexpired(output) ? output : undefined
})
