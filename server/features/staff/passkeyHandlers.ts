import type { Context } from 'hono'

import * as rules from '#contract/rules.ts'
import { callerAddress } from '#server/platform/http/requestOrigin.ts'
import { type FeatureHandlers, ok, type StaffContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import { hourMs } from '#server/platform/runtime/clock.ts'
import { deviceOf } from './device.ts'
import {
  addPasskey,
  consumeChallenge,
  listPasskeys,
  loginOptions,
  registrationOptions,
  removePasskey,
  verifyPasskey,
} from './passkeys.ts'
import { personOf } from './people.ts'
import { logIn } from './sessions.ts'

type PasskeyDeps = {
  /** The origin of the desk's pages, whose host passkeys belong to. */
  publicOrigin: string
  hasRateLimits: boolean
  trustedProxies: number
}

const tooMany = 'Please wait a while and try again, or log in with an OTP.'

/** Logging in with a passkey, and the passkeys of the caller. */
export function passkeyHandlers({
  publicOrigin: origin,
  hasRateLimits,
  trustedProxies,
}: PasskeyDeps) {
  const device = (context: Context) => deviceOf(context.req.header('User-Agent') ?? '')
  return {
    beginPasskeyLogin: async ({ db, context }) => {
      if (hasRateLimits) {
        const bucket = `passkey:${callerAddress(context, trustedProxies)}`
        const limit = { bucket, max: rules.passkeys.challengesHourly, withinMs: hourMs }
        await limitRate(db, limit, tooMany)
      }
      return ok({ result: await loginOptions(db, origin) })
    },

    loginWithPasskey: async ({ db, body: credential, context }) => {
      const challenge = await consumeChallenge(db, credential.response.clientDataJSON, null)
      const person = await verifyPasskey(db, { challenge, origin, credential })
      const token = await logIn(db, person, { device: device(context), with: 'passkey' })
      return ok({ result: { token, person: await personOf(db, person) } })
    },

    readPasskeys: async ({ staff }) =>
      ok({ result: { data: await listPasskeys(staff.db, personIn(staff)) } }),

    readPasskeyOptions: async ({ staff }) =>
      ok({ result: await registrationOptions(staff.db, personIn(staff), origin) }),

    addPasskey: {
      prepare: async ({ staff, body }) => {
        await consumeChallenge(staff.db, body.response.clientDataJSON, personIn(staff))
        return {}
      },
      begin: async ({ staff, body: credential, context }) => {
        const staffId = personIn(staff)
        const registration = { staffId, origin, device: device(context), credential }
        return ok({ result: await addPasskey(staff.db, registration, staff.record) })
      },
    },

    removePasskey: async ({ staff, params }) => {
      const removed = { id: params.id ?? '', staffId: personIn(staff) }
      await removePasskey(staff.db, removed, staff.record)
      return ok({})
    },
  } satisfies FeatureHandlers
}

/** @throws StoreError 'invalid' to a program: only people have passkeys */
function personIn({ actor }: StaffContext): string {
  if (actor.sessionId === undefined) throw new StoreError('invalid', 'A key has no passkeys')
  return actor.id
}
