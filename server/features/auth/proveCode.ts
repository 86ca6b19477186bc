import { and, eq, gt, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { otps } from '#server/database/sessionTables.ts'
import { clock } from '#server/platform/clock.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { type CodeHash, isSame } from './codeHash.ts'

const { tries, failures, lockedForMs } = rules.otp

type Guess = { contactNumber: string; otp: string; codeHash: CodeHash }

/** Refuses a code that is wrong, too old, used, or one guess too many. A right one is good once. */
export async function proveCode(db: Database, { contactNumber, otp, codeHash }: Guess) {
  const live = await countGuess(db, contactNumber)
  const isRight = live !== undefined && isSame(live, codeHash(contactNumber, otp))
  const isFirst = isRight && (await useUp(db, contactNumber, live))
  if (isFirst) return
  if (live && !isRight) await countFailure(db, contactNumber)
  if (!live && (await isGuessedOut(db, contactNumber)))
    throw new StoreError('too_many', 'Too many wrong OTPs. Please ask for a new one.')
  throw new StoreError('invalid', 'Entered OTP is incorrect!')
}

/** Each guess is counted before it is looked at, so guessing many at once gains nothing. */
async function countGuess(db: Database, contactNumber: string): Promise<string | undefined> {
  const now = clock.now()
  const [row] = await db
    .update(otps)
    .set({ tries: sql`${otps.tries} + 1` })
    .where(
      and(
        eq(otps.contactNumber, contactNumber),
        lt(otps.tries, tries),
        isNull(otps.usedAt),
        gt(otps.expiresAt, now),
        or(isNull(otps.lockedUntil), lte(otps.lockedUntil, now)),
      ),
    )
    .returning({ codeHash: otps.codeHash })
  return row?.codeHash
}

/** Whether the code would still be good, had it not been guessed at so often. */
async function isGuessedOut(db: Database, contactNumber: string): Promise<boolean> {
  const isGuessedAt = and(
    eq(otps.contactNumber, contactNumber),
    gte(otps.tries, tries),
    isNull(otps.usedAt),
    gt(otps.expiresAt, clock.now()),
  )
  return (await db.$count(otps, isGuessedAt)) > 0
}

/** False where a twin was faster. */
async function useUp(db: Database, contactNumber: string, codeHash: string): Promise<boolean> {
  const used = await db
    .update(otps)
    .set({ usedAt: clock.now(), failures: 0, lockedUntil: null })
    .where(
      and(eq(otps.contactNumber, contactNumber), eq(otps.codeHash, codeHash), isNull(otps.usedAt)),
    )
    .returning({ contactNumber: otps.contactNumber })
  return used.length > 0
}

async function countFailure(db: Database, contactNumber: string) {
  const until = clock.later(lockedForMs).toISOString()
  await db
    .update(otps)
    .set({
      failures: sql`${otps.failures} + 1`,
      lockedUntil: sql`case when (${otps.failures} + 1) % ${sql.raw(String(failures))} = 0
        then ${until}::timestamptz else ${otps.lockedUntil} end`,
    })
    .where(eq(otps.contactNumber, contactNumber))
}
