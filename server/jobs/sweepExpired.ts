import { and, isNull, lt, or } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { jobs } from '#server/database/jobTables.ts'
import { webhookEvents } from '#server/database/paymentTables.ts'
import { idempotencyKeys, rateLimits } from '#server/database/requestTables.ts'
import { returnPhotos } from '#server/database/returnPhotoTables.ts'
import { otps, sessions, signupTokens } from '#server/database/sessionTables.ts'
import { inboxMessages } from '#server/database/supportTables.ts'
import { vitals } from '#server/database/vitalsTables.ts'
import { clock } from '#server/platform/clock.ts'
import { repeat } from '#server/platform/repeat.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** Every process sweeps now and then; two at once do no harm. */
export const startSweep = (db: Database) => repeat(hourMs, () => sweepExpired(db))

/** Forgets what nobody needs any more: codes, tokens, answers to repeats, pictures of no return. */
export async function sweepExpired(db: Database): Promise<void> {
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db.delete(rateLimits).where(lt(rateLimits.resetsAt, now))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now))
  await db.delete(signupTokens).where(lt(signupTokens.expiresAt, before(dayMs)))
  await db.delete(inboxMessages).where(lt(inboxMessages.at, before(dayMs)))
  await db
    .delete(returnPhotos)
    .where(and(isNull(returnPhotos.lineId), lt(returnPhotos.createdAt, before(dayMs))))
  await db.delete(jobs).where(lt(jobs.doneAt, before(7 * dayMs)))
  // The provider tells nothing again after half a month.
  await db.delete(webhookEvents).where(lt(webhookEvents.receivedAt, before(30 * dayMs)))
  await db.delete(vitals).where(lt(vitals.at, before(30 * dayMs)))
  await db
    .delete(otps)
    .where(
      and(
        lt(otps.expiresAt, before(dayMs)),
        or(isNull(otps.lockedUntil), lt(otps.lockedUntil, now)),
      ),
    )
  await db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, now), lt(sessions.lastUsedAt, before(rules.session.idleMs))))
}
