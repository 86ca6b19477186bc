import { and, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import {
  idempotencyKeys,
  inboxMessages,
  jobs,
  rateLimits,
  vitals,
} from '#server/database/schema/operations.ts'
import { webhookEvents } from '#server/database/schema/payments.ts'
import { doorPhotos as photoRules } from '#contract/staff/doorPhotos.ts'
import { firstCountedDay } from '#server/commerce/search/trendingSearches.ts'
import { reviewPhotos, searchCounts } from '#server/database/schema/catalogue.ts'
import { doorPhotos, riderPositions } from '#server/database/schema/deliveries.ts'
import { returnPhotos } from '#server/database/schema/orders.ts'
import {
  apiKeys,
  passkeyChallenges,
  staffHistory,
  staffSessions,
} from '#server/database/schema/staff.ts'
import { otps, sessions, signupTokens } from '#server/database/schema/users.ts'
import { webhookDeliveries } from '#server/database/schema/webhooks.ts'
import { clock, dayMs, hourMs } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

/** Runs in every process; concurrent runs are harmless. */
export const startCleanup = (db: Database) => repeat(hourMs, () => deleteExpired(db))

/** Deletes expired rows, such as OTPs, sessions, stored responses, photos without a return or review, and
 * old photos of riders. */
export async function deleteExpired(db: Database): Promise<void> {
  const now = clock.now()
  // Two processes may lock the same rows in a different order; `inTransaction` retries after a deadlock.
  const deleteWhere = (table: PgTable, isExpired: SQL | undefined) =>
    inTransaction(db, (tx) => tx.delete(table).where(isExpired))
  const before = (ms: number) => new Date(now.getTime() - ms)
  await deleteWhere(rateLimits, lt(rateLimits.resetsAt, now))
  await deleteWhere(idempotencyKeys, lt(idempotencyKeys.expiresAt, now))
  await deleteWhere(passkeyChallenges, lt(passkeyChallenges.expiresAt, now))
  await deleteWhere(signupTokens, lt(signupTokens.expiresAt, before(dayMs)))
  await deleteWhere(inboxMessages, lt(inboxMessages.at, before(dayMs)))
  await deleteWhere(
    returnPhotos,
    and(isNull(returnPhotos.lineId), lt(returnPhotos.createdAt, before(dayMs))),
  )
  // Of orders that nobody has moved for an hour.
  await deleteWhere(riderPositions, lt(riderPositions.at, before(hourMs)))
  await deleteWhere(
    doorPhotos,
    or(
      and(isNull(doorPhotos.shows), lt(doorPhotos.createdAt, before(dayMs))),
      lt(doorPhotos.createdAt, before(photoRules.keptDays * dayMs)),
    ),
  )
  await deleteWhere(
    reviewPhotos,
    and(isNull(reviewPhotos.reviewId), lt(reviewPhotos.createdAt, before(dayMs))),
  )
  await deleteWhere(searchCounts, lt(searchCounts.day, firstCountedDay()))
  await deleteWhere(jobs, lt(jobs.doneAt, before(7 * dayMs)))
  // The provider stops retrying webhooks long before 30 days.
  await deleteWhere(webhookEvents, lt(webhookEvents.receivedAt, before(30 * dayMs)))
  const { keepDeliveriesMs } = rules.webhooks
  await deleteWhere(webhookDeliveries, lt(webhookDeliveries.createdAt, before(keepDeliveriesMs)))
  await deleteWhere(vitals, lt(vitals.at, before(30 * dayMs)))
  await deleteWhere(
    otps,
    and(lt(otps.expiresAt, before(dayMs)), or(isNull(otps.lockedUntil), lt(otps.lockedUntil, now))),
  )
  await deleteWhere(
    sessions,
    or(lt(sessions.expiresAt, now), lt(sessions.lastUsedAt, before(rules.session.idleMs))),
  )
  await deleteWhere(
    staffSessions,
    or(
      lt(staffSessions.expiresAt, now),
      lt(staffSessions.lastUsedAt, before(rules.session.idleMs)),
    ),
  )
  // Keys that changed something stay, because the history names them.
  await deleteWhere(
    apiKeys,
    and(
      lt(apiKeys.expiresAt, before(30 * dayMs)),
      sql`not exists (select from ${staffHistory} h where h.key_id = ${apiKeys}.id)`,
    ),
  )
}

const vacuumEveryMs = 60_000

/** The embedded database has no autovacuum. */
export const startVacuum = (db: Database) => repeat(vacuumEveryMs, () => vacuumGrownTables(db))

/**
 * Vacuums and analyses tables that have grown by half, so that queries which were planned as sequential
 * scans of small tables are planned again. One table at a time, because queries wait meanwhile.
 */
export async function vacuumGrownTables(db: Database): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) / current_setting('block_size')::int > 3 + 1.5 * relpages`)
  for (const { name } of rows) await db.execute(sql.raw(`vacuum (analyze, skip_locked) ${name}`))
}
