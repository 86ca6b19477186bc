import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, isNull } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { apiKeys, staff, staffHistory, staffSessions } from '#server/database/schema/staff.ts'
import { clock, minuteMs } from '#server/platform/runtime/clock.ts'
import { log } from '#server/platform/observability/log.ts'
import { hashToken, rememberVerified, signedOut } from './sessions.ts'

const { idleMs, maxAgeMs } = rules.session
const touchEveryMs = 5 * minuteMs
/** What the keys of programs begin with, before 43 characters as those of a session's token. */
export const keyPrefix = 'pehno_'

/** Who uses the desk: a person, or another program by its key. */
export type StaffActor = {
  /** Of the person or the key. */
  id: string
  name: string
  role: StaffRole
  /** All warehouses if it is empty. */
  warehouseIds: string[]
  /** Undefined for a key. */
  sessionId?: string
}

/** Somebody at the command line, who may do everything. */
export const commandLine = { name: 'Command line', role: null } as const
type Author = Pick<StaffActor, 'id' | 'name' | 'role' | 'sessionId'> | typeof commandLine

/** The key of the OTPs with which a number logs in to the desk. Those of the shop have the number itself. */
export const staffAccount = (contactNumber: string) => `staff:${contactNumber}`

/**
 * The person or key of a token. Disabling a person and changing their role count from the next call on, in every
 * process, because each call reads them.
 *
 * @throws StoreError 'signed_out' if the token is missing, unknown or expired, or its person is disabled
 */
export async function requireStaff(db: Database, token: string | undefined): Promise<StaffActor> {
  const actor =
    token && (await (token.startsWith(keyPrefix) ? actorOfKey : actorOfSession)(db, token))
  if (!token || !actor) throw signedOut()
  // Under overload, the staff are served like customers with a session.
  rememberVerified(hashToken(token))
  return actor
}

async function actorOfSession(db: Database, token: string): Promise<StaffActor | undefined> {
  const now = clock.now()
  const [row] = await db
    .select({ session: staffSessions, person: staff })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.tokenHash, hashToken(token)),
        gt(staffSessions.expiresAt, now),
        gt(staffSessions.lastUsedAt, new Date(now.getTime() - idleMs)),
        isNull(staff.disabledAt),
      ),
    )
  if (!row) return undefined
  const { session, person } = row
  if (now.getTime() - session.lastUsedAt.getTime() > touchEveryMs) {
    const touched = db
      .update(staffSessions)
      .set({ lastUsedAt: now })
      .where(eq(staffSessions.id, session.id))
    noteFailure(touched)
  }
  const { id, name, role, warehouseIds } = person
  return { id, name, role, warehouseIds, sessionId: session.id }
}

async function actorOfKey(db: Database, token: string): Promise<StaffActor | undefined> {
  const now = clock.now()
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, hashToken(token)), gt(apiKeys.expiresAt, now)))
  if (!row) return undefined
  if (now.getTime() - (row.lastUsedAt?.getTime() ?? 0) > touchEveryMs) {
    noteFailure(db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, row.id)))
  }
  const { id, name, role, warehouseIds } = row
  return { id, name, role, warehouseIds }
}

/** The request does not wait for the last use to be saved. */
function noteFailure(saved: PromiseLike<unknown>) {
  Promise.resolve(saved).catch((error: unknown) =>
    log.warn({ err: error }, 'The last use of a staff login could not be saved'),
  )
}

/** The actor as they are now: undefined once their session or key has ended. For event streams. */
export async function readActor(db: Database, actor: StaffActor): Promise<StaffActor | undefined> {
  const { sessionId, id } = actor
  if (sessionId === undefined) {
    const isLive = and(eq(apiKeys.id, id), gt(apiKeys.expiresAt, clock.now()))
    return (await db.$count(apiKeys, isLive)) > 0 ? actor : undefined
  }
  const [row] = await db
    .select({ name: staff.name, role: staff.role, warehouseIds: staff.warehouseIds })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.id, sessionId),
        gt(staffSessions.expiresAt, clock.now()),
        isNull(staff.disabledAt),
      ),
    )
  return row && { ...actor, ...row }
}

/** Creates a session and returns its token. Only the token's hash is stored. */
export async function openStaffSession(
  db: Database,
  staffId: string,
  device: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await db.insert(staffSessions).values({
    tokenHash: hashToken(token),
    ...{ staffId, device },
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + maxAgeMs),
  })
  return token
}

/** A new key and its hash. */
export function createApiKey() {
  const apiKey = keyPrefix + randomBytes(32).toString('base64url')
  return { apiKey, keyHash: hashToken(apiKey) }
}

export type Change = Pick<
  typeof staffHistory.$inferInsert,
  'subject' | 'subjectId' | 'warehouseId' | 'name' | 'action' | 'before' | 'after'
> & {
  /** Whether it is left out of the history if every value is saved as it was. */
  skipIfUnchanged?: boolean
}

/** Records a change in the history, in the transaction that makes it. */
export async function recordChange(
  tx: Database,
  author: Author,
  { skipIfUnchanged = false, ...change }: Change,
): Promise<void> {
  if (skipIfUnchanged && isSame(change)) return
  const ids =
    author.role === null
      ? {}
      : 'sessionId' in author
        ? { staffId: author.id }
        : { keyId: author.id }
  await tx
    .insert(staffHistory)
    .values({ ...change, ...ids, by: author.name, role: author.role, at: clock.now() })
}

const isSame = ({ before = {}, after = {} }: Change): boolean =>
  Object.entries(after).every(([name, value]) => isDeepStrictEqual(before[name], value))

/** Whether the actor works for the warehouse. */
export const worksFor = ({ warehouseIds }: Pick<StaffActor, 'warehouseIds'>, id: string): boolean =>
  warehouseIds.length === 0 || warehouseIds.includes(id)
