import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { sessions } from '#server/database/schema/users.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { noteDiskFull } from '#server/platform/storage/diskSpace.ts'
import { log } from '#server/platform/observability/log.ts'
import { StoreError } from './storeError.ts'

const { idleMs, maxAgeMs, perUser } = rules.session

/** The last use of a session is saved at most this often. */
const touchEveryMs = 60 * 60 * 1000
/** Pause after a failed save before the next one is tried. */
const touchPauseMs = 60 * 1000

export type Session = { userId: string; sessionId: string }

/** Tokens are random, so their hash needs no salt. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * The session of a token.
 *
 * @throws StoreError 'signed_out' if the token is missing, unknown or expired
 */
export async function requireSession(db: Database, token: string | undefined): Promise<Session> {
  const now = clock.now()
  const idleSince = new Date(now.getTime() - idleMs)
  const hash = token && hashToken(token)
  const [session] = hash ? await liveSession(db, { hash, now, idleSince }) : []
  if (!hash || !session) {
    if (hash) verifiedHashes.delete(hash)
    throw signedOut()
  }
  rememberVerified(hash)
  if (now.getTime() - session.lastUsedAt.getTime() > touchEveryMs) touch(db, session.id)
  return { userId: session.userId, sessionId: session.id }
}

/** Hashes of tokens that this process has verified, the most recently used last. */
const verifiedHashes = new Set<string>()
const maxVerified = 20_000

export function rememberVerified(hash: string): void {
  verifiedHashes.delete(hash)
  verifiedHashes.add(hash)
  const [oldest] = verifiedHashes
  if (verifiedHashes.size > maxVerified && oldest !== undefined) verifiedHashes.delete(oldest)
}

/**
 * Whether this process has verified the token before. Only for prioritizing under overload, never for
 * authorization: a session that another process has ended is still included.
 */
export const wasTokenVerified = (token: string): boolean => verifiedHashes.has(hashToken(token))

const touching = new Set<string>()
let touchFailedAt = -Infinity

/** Saves the last use of a session. The request does not wait for it, and a full disk cannot fail it. */
function touch(db: Database, sessionId: string): void {
  const lastUsedAt = clock.now()
  const sinceFailureMs = lastUsedAt.getTime() - touchFailedAt
  // Negative if the clock was set back meanwhile.
  const isPaused = sinceFailureMs >= 0 && sinceFailureMs < touchPauseMs
  if (touching.has(sessionId) || isPaused) return
  touching.add(sessionId)
  db.update(sessions)
    .set({ lastUsedAt })
    .where(eq(sessions.id, sessionId))
    .catch((error: unknown) => {
      touchFailedAt = lastUsedAt.getTime()
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

/** Whether the session still exists and has not expired. For long-lived responses such as event streams. */
export async function isSessionOpen(db: Database, sessionId: string): Promise<boolean> {
  const isLive = and(eq(sessions.id, sessionId), gt(sessions.expiresAt, clock.now()))
  return (await db.$count(sessions, isLive)) > 0
}

/** Creates a session and returns its token. Only the token's hash is stored. */
export async function openSession(db: Database, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + maxAgeMs),
  })
  await endOldestSessions(db, userId)
  rememberVerified(hashToken(token))
  return token
}

export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId))
}

/** Deletes the user's expired sessions, and all but the most recently used of the others. */
async function endOldestSessions(db: Database, userId: string) {
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

/** The token is missing, unknown or expired. */
export const signedOut = () => new StoreError('signed_out', 'Please log in')
