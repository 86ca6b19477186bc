import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { and, eq, gt, isNull } from 'drizzle-orm'

import type { Signup, LoginResult } from '#contract/account/auth.ts'
import * as rules from '#contract/rules.ts'
import { signedUpUser, userOf } from '#server/commerce/customers.ts'
import type { Database } from '#server/database/client/connect.ts'
import { consents, signupTokens, users } from '#server/database/schema/users.ts'
import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { callerAddress, refuseCrossSite } from '#server/platform/http/requestOrigin.ts'
import { endSession, hashToken, openSession } from '#server/platform/http/sessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'
import { clock, todayInIndia } from '#server/platform/runtime/clock.ts'
import { createOtpHasher, type HashPhone, createPhoneHasher, sendOtp, verifyOtp } from './otp.ts'
import { limitOtps } from './otpLimits.ts'

export type AuthDeps = {
  sendMessage: SendMessage
  publicOrigin: string
  /** The secret key of the stored hashes of OTPs. */
  pepper: string
  hasRateLimits: boolean
  trustedProxies: number
  /** Maximum number of OTPs per hour for all phone numbers. */
  otpHourlyLimit?: number
}

type OtpRequest = {
  db: Database
  contactNumber: string
  context: Context
  /** The key under which the OTP is stored: the number, unless it logs in to something else than the shop. */
  account?: string
  send?: SendMessage
}

/**
 * Sends an OTP to a phone, within the limits of its number and of the caller's network.
 *
 * @returns in how many seconds the next one can be requested
 */
export function createOtpRequest(deps: AuthDeps) {
  const { sendMessage, publicOrigin, hasRateLimits, trustedProxies } = deps
  const hashOtp = createOtpHasher(deps.pepper)
  const totalHourly = deps.otpHourlyLimit ?? rules.otpLimits.totalHourly

  return async (request: OtpRequest): Promise<number> => {
    const { db, contactNumber, context, account = contactNumber, send = sendMessage } = request
    refuseCrossSite(context)
    const requestedAt = clock.now()
    const address = callerAddress(context, trustedProxies)
    const limit = async (tx: Database) =>
      hasRateLimits ? limitOtps(tx, { contactNumber, address, totalHourly }) : undefined
    const resendAt = await sendOtp(db, {
      ...{ contactNumber: account, requestedAt, hashOtp, publicOrigin, limit },
      sendMessage: (message) => send({ ...message, to: contactNumber }),
    })
    return Math.ceil((resendAt.getTime() - clock.now().getTime()) / 1000)
  }
}

/** Log in with an OTP, sign up and log out. */
export function authHandlers(deps: AuthDeps) {
  const requestOtp = createOtpRequest(deps)
  const hashOtp = createOtpHasher(deps.pepper)
  const hashPhone = createPhoneHasher(deps.pepper)

  return {
    login: async ({ db, body: { contactNumber }, context }) => {
      const resendAfterSeconds = await requestOtp({ db, contactNumber, context })
      const user = await signedUpUser(db, contactNumber)
      return ok({ result: { isNewUser: !user, resendAfterSeconds } })
    },

    verifyOtp: async ({ db, body: { contactNumber, otp } }) => {
      await verifyOtp(db, { contactNumber, otp, hashOtp })
      const user = await signedUpUser(db, contactNumber)
      if (user) {
        await savePhoneHash(db, user._id, hashPhone(contactNumber))
        return ok({ result: { token: await openSession(db, user._id), user } })
      }
      const signupToken = await issueSignupToken(db, contactNumber)
      return ok({ result: { isNewUser: true as const, signupToken } })
    },

    signup: async ({ db, body }) =>
      ok({ message: 'Signed up successfully!', result: await signUp(db, body, hashPhone) }),

    logout: async ({ db, sessionId }) => {
      await endSession(db, sessionId)
      return ok({})
    },
  } satisfies FeatureHandlers
}

/** The date of the last change to the terms and the privacy policy that new customers accept. */
const termsVersion = '2026-11-01'

/** Issues a token to a verified new phone number. It allows one signup with that number. */
async function issueSignupToken(db: Database, contactNumber: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(signupTokens).values({
    tokenHash: hashToken(token),
    contactNumber,
    expiresAt: clock.later(rules.otp.signupWithinMs),
  })
  return token
}

/** Creates the account of a verified phone number, or completes the one that the staff have opened, and logs in. */
async function signUp(db: Database, signup: Signup, hashPhone: HashPhone): Promise<LoginResult> {
  validateDateOfBirth(signup.dateOfBirth)
  return db.transaction(async (tx) => {
    await redeemSignupToken(tx, signup)
    const { firstName, lastName = '', gender, dateOfBirth, contactNumber } = signup
    const person = { firstName, lastName, gender, dateOfBirth }
    const [row] = await tx
      .insert(users)
      .values({
        ...{ ...person, contactNumber },
        phoneHash: hashPhone(contactNumber),
        createdAt: clock.now(),
      })
      .onConflictDoUpdate({
        target: users.contactNumber,
        set: { ...person, awaitsSignup: false },
        setWhere: eq(users.awaitsSignup, true),
      })
      .returning()
    if (!row) throw new StoreError('conflict', 'This number already has an account. Please log in.')
    await tx.insert(consents).values({
      userId: row.id,
      subject: 'terms-and-privacy',
      version: termsVersion,
      answer: 'given',
      at: clock.now(),
    })
    return { token: await openSession(tx, row.id), user: userOf(row) }
  })
}

/** Saves the hash of the phone number if the account has none yet. */
async function savePhoneHash(db: Database, userId: string, phoneHash: string) {
  await db
    .update(users)
    .set({ phoneHash })
    .where(and(eq(users.id, userId), isNull(users.phoneHash)))
}

async function redeemSignupToken(tx: Database, { signupToken, contactNumber }: Signup) {
  const used = await tx
    .update(signupTokens)
    .set({ usedAt: clock.now() })
    .where(
      and(
        eq(signupTokens.tokenHash, hashToken(signupToken)),
        eq(signupTokens.contactNumber, contactNumber),
        isNull(signupTokens.usedAt),
        gt(signupTokens.expiresAt, clock.now()),
      ),
    )
    .returning({ contactNumber: signupTokens.contactNumber })
  if (used.length === 0) {
    throw new StoreError('invalid', 'Your OTP has expired. Please go back and request a new one.')
  }
}

function validateDateOfBirth(dateOfBirth: string) {
  const { minAgeYears, earliestBirth } = rules.user
  if (dateOfBirth > todayInIndia() || dateOfBirth < earliestBirth) {
    throw new StoreError('invalid', 'Please enter your date of birth')
  }
  if (ageOn(todayInIndia(), dateOfBirth) < minAgeYears) {
    throw new StoreError('invalid', `You must be ${minAgeYears} or older to sign up`)
  }
}

function ageOn(today: string, birth: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  return today.slice(5) < birth.slice(5) ? years - 1 : years
}
