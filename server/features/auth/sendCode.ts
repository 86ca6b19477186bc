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

type Sending = { contactNumber: string; codeHash: CodeHash; sendMessage: SendMessage }

/** Sends a new code, which is then the only good one. Gives back when the next may be asked for. */
export async function sendCode(db: Database, sending: Sending): Promise<Date> {
  const { contactNumber, codeHash, sendMessage } = sending
  const otp = newCode()
  const resendAt = await keepCode(db, contactNumber, codeHash(contactNumber, otp))
  if (!resendAt) {
    await refuseEarly(db, contactNumber)
    throw tooMany('Please wait before you ask for another OTP', clock.later(1000))
  }
  try {
    const { name } = (await readStoreFacts(db)) ?? unnamed
    await sendMessage({
      to: contactNumber,
      otp,
      text: `${otp} is your ${name} OTP. It is valid for ${validForMs / 60_000} minutes.`,
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

/** Refuses who asks for another code too soon, or guessed wrong too often. */
export async function refuseEarly(db: Database, contactNumber: string): Promise<void> {
  const [last] = await db.select().from(otps).where(eq(otps.contactNumber, contactNumber))
  const now = clock.now()
  if (last?.lockedUntil && last.lockedUntil > now) {
    throw tooMany('There were too many wrong OTPs. Please try again later.', last.lockedUntil)
  }
  if (last && !last.usedAt && last.resendAt > now) {
    throw tooMany('Please wait before you ask for another OTP', last.resendAt)
  }
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
