import { and, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { jobs } from '#server/database/schema/jobs.ts'
import { webhookEvents } from '#server/database/schema/payments.ts'
import { idempotencyKeys, rateLimits } from '#server/database/schema/requests.ts'
import { returnPhotos } from '#server/database/schema/returnPhotos.ts'
import { otps, sessions, signupTokens } from '#server/database/schema/sessions.ts'
import { inboxMessages, vitals } from '#server/database/schema/support.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** Every process sweeps now and then; two at once do no harm. */
export const startSweep = (db: Database) => repeat(hourMs, () => sweepExpired(db))

/** Forgets what nobody needs any more: codes, tokens, answers to repeats, pictures of no return. */
export async function sweepExpired(db: Database): Promise<void> {
  const now = clock.now()
  // Two processes that come to the same rows in another order: one of them begins again.
  const forget = (table: PgTable, isOver: SQL | undefined) =>
    inTransaction(db, (tx) => tx.delete(table).where(isOver))
  const before = (ms: number) => new Date(now.getTime() - ms)
  await forget(rateLimits, lt(rateLimits.resetsAt, now))
  await forget(idempotencyKeys, lt(idempotencyKeys.expiresAt, now))
  await forget(signupTokens, lt(signupTokens.expiresAt, before(dayMs)))
  await forget(inboxMessages, lt(inboxMessages.at, before(dayMs)))
  await forget(
    returnPhotos,
    and(isNull(returnPhotos.lineId), lt(returnPhotos.createdAt, before(dayMs))),
  )
  await forget(jobs, lt(jobs.doneAt, before(7 * dayMs)))
  // The provider tells nothing again after half a month.
  await forget(webhookEvents, lt(webhookEvents.receivedAt, before(30 * dayMs)))
  await forget(vitals, lt(vitals.at, before(30 * dayMs)))
  await forget(
    otps,
    and(lt(otps.expiresAt, before(dayMs)), or(isNull(otps.lockedUntil), lt(otps.lockedUntil, now))),
  )
  await forget(
    sessions,
    or(lt(sessions.expiresAt, now), lt(sessions.lastUsedAt, before(rules.session.idleMs))),
  )
}
