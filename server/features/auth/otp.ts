import { and, eq, gt, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

import { rules } from '#contract/rules.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { otps } from '#server/database/schema/sessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { tooMany } from '#server/platform/limits/rateLimits.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'
import { clock } from '#server/platform/runtime/clock.ts'

const { validForMs, resendWaitsMs, forgottenAfterMs } = rules.otp

/** A store that has not said yet who it is. */
const unnamed = { name: 'Pehno' }

type Asking = {
  contactNumber: string
  /** When the request came in: what was sent since was sent to a twin of it. */
  askedAt: Date
}

type Sending = Asking & {
  codeHash: CodeHash
  sendMessage: SendMessage
  /** Where the code is typed in: browsers fill it in on pages of this host only. */
  publicOrigin: string
  /** Refuses who asks too often. What is refused or answered as a twin is not counted. */
  limit: (tx: Database) => Promise<void>
}

/**
 * Sends a new code, which is then the only good one. Gives back when the next may be asked for. Of
 * several requests at the same moment one sends, and all are answered alike.
 */
export async function sendOtp(db: Database, sending: Sending): Promise<Date> {
  const { contactNumber, codeHash, sendMessage, publicOrigin, limit } = sending
  const sentToTwin = await sentMeanwhile(db, sending)
  if (sentToTwin) return sentToTwin
  const otp = newCode()
  const resendAt = await db.transaction(async (tx) => {
    const kept = await keepCode(tx, contactNumber, codeHash(contactNumber, otp))
    if (kept) await limit(tx)
    return kept
  })
  if (!resendAt) return meanwhile(db, sending)
  try {
    const { name } = (await readStoreFacts(db)) ?? unnamed
    await sendMessage({
      to: contactNumber,
      otp,
      text: otpText({ otp, name, host: new URL(publicOrigin).hostname }),
    })
  } catch (error) {
    const now = clock.now()
    await db
      .update(otps)
      .set({ resendAt: now, expiresAt: now })
      .where(eq(otps.contactNumber, contactNumber))
    throw error
  }
  return resendAt
}

/** The last line binds the code to the store's host: the format of origin-bound one-time codes. */
const otpText = ({ otp, name, host }: { otp: string; name: string; host: string }) =>
  [
    `${otp} is your ${name} OTP. It is valid for ${validForMs / 60_000} minutes. Do not share it with anyone.`,
    '',
    `@${host} #${otp}`,
  ].join('\n')

/** A twin was faster; where its message could not be sent, the next try is free. */
async function meanwhile(db: Database, asking: Asking): Promise<Date> {
  const sent = await sentMeanwhile(db, asking)
  if (sent) return sent
  throw tooMany('Please wait before you ask for another OTP', clock.later(1000))
}

/**
 * When the next code may be asked for, if one was sent since this was. Refuses who asks for another
 * code too soon, or guessed wrong too often.
 */
async function sentMeanwhile(
  db: Database,
  { contactNumber, askedAt }: Asking,
): Promise<Date | undefined> {
  const [last] = await db.select().from(otps).where(eq(otps.contactNumber, contactNumber))
  const now = clock.now()
  if (last?.lockedUntil && last.lockedUntil > now) {
    throw tooMany('There were too many wrong OTPs. Please try again later.', last.lockedUntil)
  }
  if (!last || last.usedAt || last.resendAt <= now) return undefined
  if (last.sentAt >= askedAt) return last.resendAt
  throw tooMany('Please wait before you ask for another OTP', last.resendAt)
}

/** One statement, so that of several at once one is sent. Undefined: it is too early. */
async function keepCode(db: Database, contactNumber: string, codeHash: string) {
  const now = clock.now()
  const nowSql = sql`${now.toISOString()}::timestamptz`
  const forgotten = sql`${new Date(now.getTime() - forgottenAfterMs).toISOString()}::timestamptz`
  const sends = sql<number>`case when ${otps.usedAt} is not null or ${otps.sentAt} < ${forgotten}
    then 1 else ${otps.sends} + 1 end`
  const waits = sql.raw(`array[${resendWaitsMs.join(', ')}]`)
  const [kept] = await db
    .insert(otps)
    .values({
      contactNumber,
      codeHash,
      sentAt: now,
      resendAt: clock.later(resendWaitsMs[0]),
      expiresAt: clock.later(validForMs),
    })
    .onConflictDoUpdate({
      target: otps.contactNumber,
      set: {
        codeHash,
        tries: 0,
        sends,
        sentAt: now,
        resendAt: sql`${nowSql} + (${waits})[least(${sends}, ${sql.raw(String(resendWaitsMs.length))})] * interval '1 millisecond'`,
        expiresAt: clock.later(validForMs),
        usedAt: null,
      },
      setWhere: sql`(${otps.usedAt} is not null or ${otps.resendAt} <= ${nowSql})
        and (${otps.lockedUntil} is null or ${otps.lockedUntil} <= ${nowSql})`,
    })
    .returning({ resendAt: otps.resendAt })
  return kept?.resendAt
}

const { tries, failures, lockedForMs } = rules.otp

type Guess = { contactNumber: string; otp: string; codeHash: CodeHash }

/** Refuses a code that is wrong, too old, used, or one guess too many. A right one is good once. */
export async function verifyOtp(db: Database, { contactNumber, otp, codeHash }: Guess) {
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

/** What a code is kept as. Without the pepper, trying all codes against it finds nothing. */
type CodeHash = (contactNumber: string, code: string) => string

export const otpHasher =
  (pepper: string): CodeHash =>
  (contactNumber, code) =>
    createHmac('sha256', pepper).update(`${contactNumber}:${code}`).digest('base64url')

/**
 * What is kept of a number whose account was erased. Keyed with the pepper, which is not in the
 * database: ten digits alone could be found out by trying them all.
 */
export const phoneHasher =
  (pepper: string): PhoneHash =>
  (contactNumber) =>
    createHmac('sha256', pepper).update(`phone:${contactNumber}`).digest('base64url')

export type PhoneHash = (contactNumber: string) => string

function newCode(): string {
  const { digits } = rules.otp
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** Takes as long for a near miss as for any other. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
