import type { Context } from 'hono'

import { wrongOtp } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { staffAccount } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'
import { log } from '#server/platform/observability/log.ts'
import { deviceOf } from './device.ts'
import { readHistory } from './history.ts'
import { addKey, endKey, listKeys, replaceKeyText } from './keys.ts'
import {
  addPerson,
  changePerson,
  listPeople,
  personByPhone,
  personOf,
  readPerson,
  readWarehouseNames,
} from './people.ts'
import { endAllSessions, endSession, listSessions, logIn, requireOwnOrBelow } from './sessions.ts'

export type StaffDeps = {
  sendMessage: SendMessage
  /** Stores an OTP and sends it; returns in how many seconds the next one can be requested. */
  requestOtp: (request: {
    db: Database
    contactNumber: string
    context: Context
    account: string
    send: SendMessage
  }) => Promise<number>
  /** Throws StoreError 'invalid' or 'too_many'. */
  verifyOtp: (db: Database, account: string, otp: string) => Promise<void>
}

/** What the staff changed, which the command line reads too. */
export const historyHandlers = {
  readHistory: async ({ staff: { db, actor }, query }) =>
    ok({ result: await readHistory(db, actor, query) }),
} satisfies FeatureHandlers

/** The staff's login, people, devices, history and keys. */
export function staffHandlers({ sendMessage, requestOtp, verifyOtp }: StaffDeps) {
  // The response does not wait for the message, because the wait would show who is on the staff.
  const sendInBackground: SendMessage = async (message) =>
    void sendMessage(message).catch((error: unknown) =>
      log.error({ err: error }, 'The OTP of a staff login could not be sent'),
    )
  const sendNothing: SendMessage = async () => undefined

  return {
    staffLogin: async ({ db, body: { contactNumber }, context }) => {
      // An unknown number passes through the same limits, so that nobody learns who is on the staff.
      const send = (await personByPhone(db, contactNumber)) ? sendInBackground : sendNothing
      const account = staffAccount(contactNumber)
      const resendAfterSeconds = await requestOtp({ db, contactNumber, context, account, send })
      return ok({ result: { resendAfterSeconds } })
    },

    staffVerifyOtp: async ({ db, body: { contactNumber, otp }, context }) => {
      await verifyOtp(db, staffAccount(contactNumber), otp)
      const row = await personByPhone(db, contactNumber)
      if (!row) throw wrongOtp()
      const device = deviceOf(context.req.header('User-Agent') ?? '')
      const token = await logIn(db, row, { device })
      return ok({ result: { token, person: await personOf(db, row) } })
    },

    staffLogout: async ({ staff }) => {
      const { actor } = staff
      if (actor.sessionId !== undefined) {
        const { db, record } = staff
        await endSession(
          db,
          { id: actor.sessionId, action: 'logged out' },
          { editor: actor, record },
        )
      } else throw new StoreError('invalid', 'A key has no session')
      return ok({})
    },

    readStaffSelf: async ({ staff: { db, actor } }) => {
      if (actor.sessionId === undefined) throw new StoreError('not_found', 'A key is not a person')
      return ok({ result: await readPerson(db, actor.id) })
    },

    readStaffSessions: async ({ staff: { db, actor } }) =>
      ok({ result: { data: await listSessions(db, actor.id, actor.sessionId) } }),

    endStaffSession: async ({ staff: { db, actor, record }, params }) => {
      const ended = { id: params.id ?? '', action: 'ended a session' }
      await endSession(db, ended, { editor: actor, record })
      return ok({})
    },

    readPersonSessions: async ({ staff: { db, actor }, params }) => {
      const id = params.id ?? ''
      await requireOwnOrBelow(db, id, actor)
      return ok({ result: { data: await listSessions(db, id, actor.sessionId) } })
    },

    endPersonSessions: async ({ staff: { db, actor, record }, params }) => {
      await endAllSessions(db, params.id ?? '', { editor: actor, record })
      return ok({})
    },

    readStaffWarehouses: async ({ db }) => ok({ result: { data: await readWarehouseNames(db) } }),

    readPeople: async ({ staff: { db, actor } }) =>
      ok({ result: { data: await listPeople(db, actor) } }),

    addPerson: async ({ staff: { db, actor, record }, body }) => {
      const id = await addPerson(db, body, { editor: actor, record })
      return ok({ result: await readPerson(db, id) })
    },

    changePerson: async ({ staff: { db, actor, record }, params, body }) => {
      const id = params.id ?? ''
      await changePerson(db, { id, changes: body }, { editor: actor, record })
      return ok({ result: await readPerson(db, id) })
    },

    ...historyHandlers,

    readApiKeys: async ({ db }) => ok({ result: { data: await listKeys(db) } }),

    addApiKey: {
      begin: async ({ staff: { db, record }, body }) =>
        ok({ result: { key: '', ...(await addKey(db, body, record)) } }),
      // After the response was stored for retries, because the key itself is never stored. A retry gets a new one.
      finish: async ({ db }, { result }) =>
        ok({ result: { ...result, key: await replaceKeyText(db, result.id) } }),
    },

    endApiKey: async ({ staff: { db, record }, params }) => {
      await endKey(db, params.id ?? '', record)
      return ok({})
    },
  } satisfies FeatureHandlers
}
