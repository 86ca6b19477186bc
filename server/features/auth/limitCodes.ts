import { createHash } from 'node:crypto'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { countOne, limitRate } from '#server/platform/limitRate.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const sentence = 'Too many OTPs were asked for. Please try again later.'
const limits = rules.otpLimits

/** Who may be asking is kept as a hash: the buckets name nobody. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/**
 * How many codes one number gets, and how many one address asks for. In the transaction that keeps
 * the code: what is refused was not counted, so asking again for an eleventh number is the same.
 */
export async function limitCodes(tx: Database, contactNumber: string, address: string) {
  const [number, from] = [hashOf(contactNumber), hashOf(address)]
  const atMost = (bucket: string, most: number, withinMs: number) =>
    limitRate(tx, { bucket, most, withinMs }, sentence)

  await atMost(`otp-address:${from}`, limits.perAddressHourly, hourMs)
  const pair = await countOne(tx, { bucket: `otp-pair:${from}:${number}`, withinMs: hourMs })
  if (pair.count === 1) {
    await atMost(`otp-numbers:${from}`, limits.numbersPerAddressHourly, hourMs)
  }
  await atMost(`otp-hour:${number}`, limits.perNumberHourly, hourMs)
  await atMost(`otp-day:${number}`, limits.perNumberDaily, dayMs)
}
