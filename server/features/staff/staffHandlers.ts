import type { Context } from 'hono'
import { and, asc, desc, eq, gt } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import type { ApiKey, StaffSession } from '#contract/staff/people.ts'
import { managers, type StaffRole } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { apiKeys, staffSessions } from '#server/database/schema/staff.ts'
import { type FeatureHandlers, ok, type StaffContext } from '#server/platform/http/handler.ts'
import {
  createApiKey,
  openStaffSession,
  recordChange,
} from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock, dayMs } from '#server/platform/runtime/clock.ts'
import { readHistory } from './history.ts'
import {
  addPerson,
  changePerson,
  listPeople,
  personByPhone,
  personOf,
  readPerson,
} from './people.ts'

export type StaffDeps = {
  /** Sends an OTP; returns in how many seconds the next one can be requested. */
  requestOtp: (request: {
    db: Database
    contactNumber: string
    context: Context
  }) => Promise<number>
  /** Throws StoreError 'invalid' or 'too_many'. */
  verifyOtp: (db: Database, contactNumber: string, otp: string) => Promise<void>
}

/** The wait that a number without an account is told: as long as the first one of an account. */
const firstWaitSeconds = rules.otpResends.waitsMs[0] / 1000

/** The staff's login, people, devices, history and keys. */
export function staffHandlers({ requestOtp, verifyOtp }: StaffDeps) {
  return {
    staffLogin: async ({ db, body: { contactNumber }, context }) => {
      // Nobody learns from the response who is on the staff.
      const person = await personByPhone(db, contactNumber)
      const resendAfterSeconds = person
        ? await requestOtp({ db, contactNumber, context })
        : firstWaitSeconds
      return ok({ result: { resendAfterSeconds } })
    },

    staffVerifyOtp: async ({ db, body: { contactNumber, otp }, context }) => {
      await verifyOtp(db, contactNumber, otp)
      const row = await personByPhone(db, contactNumber)
      if (!row) throw new StoreError('invalid', 'Entered OTP is incorrect!')
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

    addApiKey: async ({ staff: { db, record }, body: { name, role, validDays } }) => {
      const { apiKey, keyHash } = createApiKey()
      const [row] = await db
        .insert(apiKeys)
        .values({
          ...{ name, role, keyHash },
          createdAt: clock.now(),
          expiresAt: clock.later(validDays * dayMs),
        })
        .returning()
      if (!row) throw new Error('The key was not saved')
      const after = { role, expiresAt: row.expiresAt.toISOString() }
      await record({ subject: 'key', subjectId: row.id, name, action: 'added', before: {}, after })
      return ok({ result: { key: apiKey, ...keyOf(row) } })
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

/** The sessions of the caller; owners and managers see those of everybody. */
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

const canEndOthers = (role: StaffRole) => (managers as readonly StaffRole[]).includes(role)

async function endSession({ db, actor, record }: StaffContext, id: string, action: string) {
  const isOne = eq(staffSessions.id, id)
  const [ended] = await db
    .delete(staffSessions)
    .where(canEndOthers(actor.role) ? isOne : and(isOne, eq(staffSessions.staffId, actor.id)))
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
