import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { userByPhone } from '#server/commerce/customers.ts'
import { type Handlers, ok } from '#server/platform/http/handler.ts'
import { callerAddress, refuseCrossSite } from '#server/platform/http/requestOrigin.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'
import { endSession, openSession } from '#server/platform/http/sessions.ts'
import { otpHasher, phoneHasher, verifyOtp, sendOtp } from './otp.ts'
import { limitOtps } from './otpLimits.ts'
import { issueSignupToken, savePhoneHash, signUp } from './signUp.ts'

export type AuthDeps = {
  sendMessage: SendMessage
  publicOrigin: string
  /** Secret key for the stored hashes of OTPs. */
  pepper: string
  hasRateLimits: boolean
  trustedProxies: number
  /** Maximum number of OTPs per hour for all phone numbers. */
  codesHourly?: number
}

/** Log in with an OTP, sign up and log out. */
export function authHandlers(deps: AuthDeps): Handlers {
  const { sendMessage, publicOrigin, hasRateLimits, trustedProxies } = deps
  const codeHash = otpHasher(deps.pepper)
  const phoneHash = phoneHasher(deps.pepper)
  const allHourly = deps.codesHourly ?? rules.otpLimits.allHourly

  return {
    login: async ({ db, body: { contactNumber }, context }) => {
      refuseCrossSite(context)
      const requestedAt = clock.now()
      const address = callerAddress(context, trustedProxies)
      const limit = async (tx: Database) =>
        hasRateLimits ? limitOtps(tx, { contactNumber, address, allHourly }) : undefined
      const request = { contactNumber, requestedAt, codeHash, sendMessage, publicOrigin, limit }
      const resendAt = await sendOtp(db, request)
      const user = await userByPhone(db, contactNumber)
      const resendAfterSeconds = Math.ceil((resendAt.getTime() - clock.now().getTime()) / 1000)
      return ok({ result: { isNewUser: !user, resendAfterSeconds } })
    },

    verifyOtp: async ({ db, body: { contactNumber, otp } }) => {
      await verifyOtp(db, { contactNumber, otp, codeHash })
      const user = await userByPhone(db, contactNumber)
      if (user) {
        await savePhoneHash(db, user._id, phoneHash(contactNumber))
        return ok({ result: { token: await openSession(db, user._id), user } })
      }
      const signupToken = await issueSignupToken(db, contactNumber)
      return ok({ result: { isNewUser: true as const, signupToken } })
    },

    signup: async ({ db, body }) =>
      ok({ message: 'Signed up successfully!', result: await signUp(db, body, phoneHash) }),

    logout: async ({ db, sessionId }) => {
      await endSession(db, sessionId)
      return ok({})
    },
  }
}
