import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { sessions } from '#server/database/schema/sessions.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { noteDiskFull } from '#server/platform/storage/diskSpace.ts'
import { log } from '#server/platform/observability/log.ts'
import { StoreError } from './storeError.ts'

const { idleMs, longestMs, perUser } = rules.session

/** The last use of a session is saved at most this often. */
const touchEveryMs = 60 * 60 * 1000
/** After a failed save, none is tried for so long. */
const touchPauseMs = 60 * 1000

export type Session = { userId: string; sessionId: string }

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Who the token stands for. What is no live token of ours is refused. */
export async function requireSession(db: Database, token: string | undefined): Promise<Session> {
  const now = clock.now()
  const idleSince = new Date(now.getTime() - idleMs)
  const hash = token && hashOf(token)
  const [found] = hash ? await liveSession(db, { hash, now, idleSince }) : []
  if (!hash || !found) {
    if (hash) provenHashes.delete(hash)
    throw new StoreError('signed_out', 'Please log in')
  }
  noteProven(hash)
  if (now.getTime() - found.lastUsedAt.getTime() > touchEveryMs) touch(db, found.id)
  return { userId: found.userId, sessionId: found.id }
}

/** Hashes of tokens that were live when they were used here last, the latest at the end. */
const provenHashes = new Set<string>()
const mostProven = 20_000

function noteProven(hash: string): void {
  provenHashes.delete(hash)
  provenHashes.add(hash)
  const [oldest] = provenHashes
  if (provenHashes.size > mostProven && oldest !== undefined) provenHashes.delete(oldest)
}

/**
 * Whether this process has seen the token work. Good for who comes first when there is too much to
 * do, and for nothing else: a session that was ended elsewhere is still among them.
 */
export const isLiveToken = (token: string): boolean => provenHashes.has(hashOf(token))

const touching = new Set<string>()
let touchAgainAt = -Infinity

/** Saves the last use of a session. The request does not wait for it, and a full disk cannot fail it. */
function touch(db: Database, sessionId: string): void {
  const lastUsedAt = clock.now()
  if (touching.has(sessionId) || lastUsedAt.getTime() < touchAgainAt) return
  touching.add(sessionId)
  db.update(sessions)
    .set({ lastUsedAt })
    .where(eq(sessions.id, sessionId))
    .catch((error: unknown) => {
      touchAgainAt = lastUsedAt.getTime() + touchPauseMs
      noteDiskFull(error)
      log.warn({ err: error }, 'The last use of a session could not be saved')
    })
    .finally(() => touching.delete(sessionId))
}

const liveSession = preparedStatement(
  'live_session',
  ['hash', 'now', 'idleSince'],
  (db, { hash, now, idleSince }) =>
    db
      .select({ id: sessions.id, userId: sessions.userId, lastUsedAt: sessions.lastUsedAt })
      .from(sessions)
      .where(
        and(
          eq(sessions.tokenHash, hash),
          gt(sessions.expiresAt, now),
          gt(sessions.lastUsedAt, idleSince),
        ),
      ),
)

/** Whether what was opened with a session may go on: it has neither ended nor been ended since. */
export async function isSessionOpen(db: Database, sessionId: string): Promise<boolean> {
  const isLive = and(eq(sessions.id, sessionId), gt(sessions.expiresAt, clock.now()))
  return (await db.$count(sessions, isLive)) > 0
}

/** Signs a user in. The token is given out once and kept only as its hash. */
export async function openSession(db: Database, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await db.insert(sessions).values({
    tokenHash: hashOf(token),
    userId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + longestMs),
  })
  await endOldest(db, userId)
  noteProven(hashOf(token))
  return token
}

export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId))
}

/** Sessions that are over go, and of the others all but the newest few. */
async function endOldest(db: Database, userId: string) {
  const now = clock.now()
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, now)))
  const tooMany = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt), desc(sql`${sessions.id}`))
    .offset(perUser)
  await db.delete(sessions).where(inArray(sessions.id, tooMany))
}
