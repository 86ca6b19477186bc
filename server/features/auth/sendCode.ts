import { eq, sql } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { readStoreFacts } from '#server/database/readStoreFacts.ts'
import { otps } from '#server/database/sessionTables.ts'
import { clock } from '#server/platform/clock.ts'
import { tooMany } from '#server/platform/limitRate.ts'
import type { SendMessage } from '#server/platform/sendMessage.ts'
import { type CodeHash, newCode } from './codeHash.ts'

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
export async function sendCode(db: Database, sending: Sending): Promise<Date> {
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
