import { and, eq, gt, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

import * as rules from '#contract/rules.ts'
import { defaultStoreName } from '#contract/store/storeTerms.ts'
import { wrongOtp } from '#server/commerce/errors.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { otps } from '#server/database/schema/users.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { tooMany } from '#server/platform/limits/rateLimits.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'
import { clock, minuteMs } from '#server/platform/runtime/clock.ts'

const { validForMs } = rules.otp
const { waitsMs: resendWaitsMs, resetMs: resendWaitsResetMs } = rules.otpResends
const longestWaitMs = Math.max(...resendWaitsMs)
/** A wait that is longer than the longest one was stored before the clock was set back, so it counts as over. */
const isWaitOver = (resendAt: Date, now: Date) =>
  resendAt <= now || resendAt.getTime() > now.getTime() + longestWaitMs + minuteMs

/** The store name until the store facts are set. */
const defaultFacts = { name: defaultStoreName }

type OtpRequest = {
  contactNumber: string
  /** When the request arrived. An OTP sent after this moment serves a concurrent request. */
  requestedAt: Date
}

type SendOtpOptions = OtpRequest & {
  hashOtp: HashOtp
  sendMessage: SendMessage
  /** The origin of the store: browsers autofill the OTP on pages of this host only. */
  publicOrigin: string
  /**
   * Throws if a rate limit is exceeded. Requests that are refused or served by a concurrent one
   * do not count.
   */
  limit: (tx: Database) => Promise<void>
}

/**
 * Sends a new OTP and invalidates the previous one. Of several concurrent requests only one sends,
 * and all return the same result.
 *
 * @returns when the next OTP can be requested
 */
export async function sendOtp(db: Database, options: SendOtpOptions): Promise<Date> {
  const { contactNumber, hashOtp, sendMessage, publicOrigin, limit } = options
  const existingResendAt = await findConcurrentOtp(db, options)
  if (existingResendAt) return existingResendAt
  const otp = generateOtp()
  const resendAt = await db.transaction(async (tx) => {
    const nextResendAt = await storeOtp(tx, contactNumber, hashOtp(contactNumber, otp))
    if (nextResendAt) await limit(tx)
    return nextResendAt
  })
  if (!resendAt) return requireConcurrentOtp(db, options)
  try {
    const { name } = (await readStoreFacts(db)) ?? defaultFacts
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

/**
 * The last line binds the OTP to the host of the store (format: WICG, Origin-bound one-time codes).
 */
const otpText = ({ otp, name, host }: { otp: string; name: string; host: string }) =>
  [
    `${otp} is your ${name} OTP. It is valid for ${validForMs / 60_000} minutes. Do not share it with anyone.`,
    '',
    `@${host} #${otp}`,
  ].join('\n')

const pleaseWait = 'Please wait before you request another OTP'

/**
 * A concurrent request has stored its OTP first. If its message could not be sent, the customer can
 * retry at once.
 */
async function requireConcurrentOtp(db: Database, request: OtpRequest): Promise<Date> {
  const sent = await findConcurrentOtp(db, request)
  if (sent) return sent
  throw tooMany(pleaseWait, clock.later(1000))
}

/**
 * Returns when the next OTP can be requested if one was sent after this request arrived.
 *
 * @throws StoreError 'too_many' if it is too soon for another OTP, or the number is locked after
 * wrong guesses
 */
async function findConcurrentOtp(
  db: Database,
  { contactNumber, requestedAt }: OtpRequest,
): Promise<Date | undefined> {
  const [last] = await db.select().from(otps).where(eq(otps.contactNumber, contactNumber))
  const now = clock.now()
  if (last?.lockedUntil && last.lockedUntil > now) {
    throw tooMany(
      'You’ve entered too many wrong OTPs. Please try again in an hour.',
      last.lockedUntil,
    )
  }
  if (!last || last.usedAt || isWaitOver(last.resendAt, now)) return undefined
  if (last.sentAt >= requestedAt) return last.resendAt
  throw tooMany(pleaseWait, last.resendAt)
}

/**
 * Stores the OTP in one statement, so that only one of several concurrent requests succeeds.
 * Returns undefined if it is too early for another OTP.
 */
async function storeOtp(db: Database, contactNumber: string, codeHash: string) {
  const now = clock.now()
  const nowSql = sql`${now.toISOString()}::timestamptz`
  const latestResend = clock.later(longestWaitMs + minuteMs).toISOString()
  const resetBefore = sql`${new Date(now.getTime() - resendWaitsResetMs).toISOString()}::timestamptz`
  const sends = sql<number>`case when ${otps.usedAt} is not null or ${otps.sentAt} < ${resetBefore}
    then 1 else ${otps.sends} + 1 end`
  const waitsMs = sql.raw(`array[${resendWaitsMs.join(', ')}]`)
  const [stored] = await db
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
        resendAt: sql`${nowSql} + (${waitsMs})[least(${sends}, ${sql.raw(String(resendWaitsMs.length))})] * interval '1 millisecond'`,
        expiresAt: clock.later(validForMs),
        usedAt: null,
      },
      setWhere: sql`(${otps.usedAt} is not null or ${otps.resendAt} <= ${nowSql}
          or ${otps.resendAt} > ${latestResend}::timestamptz)
        and (${otps.lockedUntil} is null or ${otps.lockedUntil} <= ${nowSql})`,
    })
    .returning({ resendAt: otps.resendAt })
  return stored?.resendAt
}

const { maxPerCode, failuresBeforeLock, lockedForMs } = rules.otpTries

type Guess = { contactNumber: string; otp: string; hashOtp: HashOtp }

/**
 * Verifies an OTP, which can be used once.
 *
 * @throws StoreError 'invalid' if it is wrong, expired or used, 'too_many' after too many guesses
 */
export async function verifyOtp(db: Database, { contactNumber, otp, hashOtp }: Guess) {
  const storedHash = await countGuess(db, contactNumber)
  const isRight = storedHash !== undefined && isEqualHash(storedHash, hashOtp(contactNumber, otp))
  const isMarkedUsed = isRight && (await markOtpUsed(db, contactNumber, storedHash))
  if (isMarkedUsed) return
  if (storedHash && !isRight) await countFailure(db, contactNumber)
  if (!storedHash && (await hasNoGuessesLeft(db, contactNumber)))
    throw new StoreError('too_many', 'Too many wrong OTPs. Please request a new one.')
  throw wrongOtp()
}

/** Each guess is counted before it is compared, so that concurrent guesses gain nothing. */
async function countGuess(db: Database, contactNumber: string): Promise<string | undefined> {
  const now = clock.now()
  const [row] = await db
    .update(otps)
    .set({ tries: sql`${otps.tries} + 1` })
    .where(
      and(
        eq(otps.contactNumber, contactNumber),
        lt(otps.tries, maxPerCode),
        isNull(otps.usedAt),
        gt(otps.expiresAt, now),
        or(isNull(otps.lockedUntil), lte(otps.lockedUntil, now)),
      ),
    )
    .returning({ codeHash: otps.codeHash })
  return row?.codeHash
}

/** Whether the OTP is still valid but has no guesses left. */
async function hasNoGuessesLeft(db: Database, contactNumber: string): Promise<boolean> {
  const isOutOfGuesses = and(
    eq(otps.contactNumber, contactNumber),
    gte(otps.tries, maxPerCode),
    isNull(otps.usedAt),
    gt(otps.expiresAt, clock.now()),
  )
  return (await db.$count(otps, isOutOfGuesses)) > 0
}

/** Returns false if a concurrent request has used the OTP first. */
async function markOtpUsed(
  db: Database,
  contactNumber: string,
  codeHash: string,
): Promise<boolean> {
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
      lockedUntil: sql`case when (${otps.failures} + 1) % ${sql.raw(String(failuresBeforeLock))} = 0
        then ${until}::timestamptz else ${otps.lockedUntil} end`,
    })
    .where(eq(otps.contactNumber, contactNumber))
}

/** Hashes an OTP for storage. Without the pepper, the hash cannot be brute-forced. */
type HashOtp = (contactNumber: string, code: string) => string

export const createOtpHasher =
  (pepper: string): HashOtp =>
  (contactNumber, code) =>
    createHmac('sha256', pepper).update(`${contactNumber}:${code}`).digest('base64url')

/**
 * Hashes a phone number, so that coupons and refused deliveries are recognised after its account is erased.
 * The key is the pepper, which is not in the database, because the hash of ten digits alone could be
 * brute-forced.
 */
export const createPhoneHasher =
  (pepper: string): HashPhone =>
  (contactNumber) =>
    createHmac('sha256', pepper).update(`phone:${contactNumber}`).digest('base64url')

export type HashPhone = (contactNumber: string) => string

function generateOtp(): string {
  const { digits } = rules.otp
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** Compares in constant time. */
function isEqualHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
