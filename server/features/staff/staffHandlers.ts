import type { Context } from 'hono'
import { and, asc, desc, eq, gt, inArray, or } from 'drizzle-orm'

import type { ApiKey, StaffSession } from '#contract/staff/people.ts'
import { rolesBelow } from '#contract/staff/roles.ts'
import { wrongOtp } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { apiKeys, staff, staffSessions } from '#server/database/schema/staff.ts'
import { type FeatureHandlers, ok, type StaffContext } from '#server/platform/http/handler.ts'
import {
  createApiKey,
  openStaffSession,
  recordChange,
  staffAccount,
} from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'
import { log } from '#server/platform/observability/log.ts'
import { clock, dayMs } from '#server/platform/runtime/clock.ts'
import { readHistory } from './history.ts'
import {
  addPerson,
  changePerson,
  listPeople,
  personByPhone,
  personOf,
  readPerson,
  readWarehouseNames,
} from './people.ts'

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
      const token = await db.transaction(async (tx) => {
        const { id, name, role } = row
        const change = { subject: 'staff', subjectId: id, name, action: 'logged in' } as const
        const session = await openStaffSession(tx, id, device)
        await recordChange(tx, { id, name, role, sessionId: '' }, { ...change, after: { device } })
        return session
      })
      return ok({ result: { token, person: await personOf(db, row) } })
    },

    staffLogout: async ({ staff }) => {
      const { actor } = staff
      if (actor.sessionId !== undefined) await endSession(staff, actor.sessionId, 'logged out')
      else throw new StoreError('invalid', 'A key has no session')
      return ok({})
    },

    readStaffSelf: async ({ staff: { db, actor } }) => {
      if (actor.sessionId === undefined) throw new StoreError('not_found', 'A key is not a person')
      return ok({ result: await readPerson(db, actor.id) })
    },

    readStaffSessions: async ({ staff }) => ok({ result: { data: await listSessions(staff) } }),

    endStaffSession: async ({ staff, params }) => {
      await endSession(staff, params.id ?? '', 'ended a session')
      return ok({})
    },

    readStaffWarehouses: async ({ db }) => ok({ result: { data: await readWarehouseNames(db) } }),

    readPeople: async ({ db }) => ok({ result: { data: await listPeople(db) } }),

    addPerson: async ({ staff: { db, actor, record }, body }) => {
      const id = await addPerson(db, body, { editor: actor, record })
      return ok({ result: await readPerson(db, id) })
    },

    changePerson: async ({ staff: { db, actor, record }, params, body }) => {
      const id = params.id ?? ''
      await changePerson(db, { id, changes: body }, { editor: actor, record })
      return ok({ result: await readPerson(db, id) })
    },

    readHistory: async ({ db, query }) => ok({ result: await readHistory(db, query) }),

    readApiKeys: async ({ db }) => ok({ result: { data: await listKeys(db) } }),

    addApiKey: {
      begin: async ({ staff: { db, record }, body: { name, role, validDays } }) => {
        const [row] = await db
          .insert(apiKeys)
          .values({
            ...{ name, role, keyHash: createApiKey().keyHash },
            createdAt: clock.now(),
            expiresAt: clock.later(validDays * dayMs),
          })
          .returning()
        if (!row) throw new Error('The key was not saved')
        const after = { role, expiresAt: row.expiresAt.toISOString() }
        const change = { subject: 'key', subjectId: row.id, name, action: 'added' } as const
        await record({ ...change, before: {}, after })
        return ok({ result: { key: '', ...keyOf(row) } })
      },
      // After the response was stored for retries, because the key itself is never stored. A retry gets a new one.
      finish: async ({ db }, { result }) => {
        const { apiKey, keyHash } = createApiKey()
        await db.update(apiKeys).set({ keyHash }).where(eq(apiKeys.id, result.id))
        return ok({ result: { ...result, key: apiKey } })
      },
    },

    endApiKey: async ({ staff: { db, record }, params }) => {
      const isLive = and(eq(apiKeys.id, params.id ?? ''), gt(apiKeys.expiresAt, clock.now()))
      const [row] = await db
        .update(apiKeys)
        .set({ expiresAt: clock.now() })
        .where(isLive)
        .returning()
      if (!row) throw new StoreError('not_found', 'There’s no such key')
      await record({ subject: 'key', subjectId: row.id, name: row.name, action: 'ended' })
      return ok({})
    },
  } satisfies FeatureHandlers
}

/** The caller's own sessions. */
async function listSessions({ db, actor }: StaffContext): Promise<StaffSession[]> {
  const rows = await db
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.staffId, actor.id), gt(staffSessions.expiresAt, clock.now())))
    .orderBy(desc(staffSessions.lastUsedAt))
  return rows.map(({ id, device, createdAt, lastUsedAt }) => ({
    ...{ id, device },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isThisOne: id === actor.sessionId,
  }))
}

/** Ends a session of the caller, or of a person whom their role may change. */
async function endSession({ db, actor, record }: StaffContext, id: string, action: string) {
  const changeable = db
    .select({ id: staff.id })
    .from(staff)
    .where(inArray(staff.role, [...rolesBelow[actor.role]]))
  const isTheirs = or(
    eq(staffSessions.staffId, actor.id),
    inArray(staffSessions.staffId, changeable),
  )
  const [ended] = await db
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, id), isTheirs))
    .returning()
  if (!ended) throw new StoreError('not_found', 'This device is already logged out')
  const { name } = await readPerson(db, ended.staffId)
  const before = { device: ended.device }
  await record({ subject: 'staff', subjectId: ended.staffId, name, action, before, after: {} })
}

async function listKeys(db: Database): Promise<ApiKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(gt(apiKeys.expiresAt, clock.now()))
    .orderBy(asc(apiKeys.name), asc(apiKeys.id))
  return rows.map(keyOf)
}

const keyOf = ({ id, name, role, ...at }: typeof apiKeys.$inferSelect): ApiKey => ({
  ...{ id, name, role },
  createdAt: at.createdAt.toISOString(),
  expiresAt: at.expiresAt.toISOString(),
  lastUsedAt: at.lastUsedAt?.toISOString() ?? null,
})

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const

/** "Chrome on Android"; a browser is recognised by the first name that its user agent contains. */
export function deviceOf(userAgent: string): string {
  const nameIn = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (!browser || !system) return browser ?? system ?? 'Another device'
  return `${browser} on ${system}`
}
