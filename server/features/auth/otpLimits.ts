import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/requests.ts'
import { sitesAround } from '#server/platform/http/requestOrigin.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { incrementBucket, limitRate, tooMany } from '#server/platform/limits/rateLimits.ts'
import { log } from '#server/platform/observability/log.ts'
import {
  countOtpCeiling,
  countOtpRefusedByAddress,
  countSuspiciousOtpAddress,
} from '#server/platform/observability/metrics.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const sentence = 'Too many OTPs were asked for. Please try again later.'
const limits = rules.otpLimits

/** Who may be asking is kept as a hash: the buckets name nobody. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

type Asking = { contactNumber: string; address: string; allHourly: number }

/**
 * How many codes one number gets, how many one address (and, of IPv6, the networks around it) asks
 * for, and how many are sent in all. A number's limits are strict; those of an IPv4 address are wide,
 * as everybody on a mobile network may share it. In the transaction that keeps the code: what is
 * refused was not counted, so asking again for one number too many is refused again.
 */
export async function limitOtps(tx: Database, { contactNumber, address, allHourly }: Asking) {
  const [number, from] = [hashOf(contactNumber), hashOf(address)]
  const sites = sitesAround(address)
  const family = sites ? 'IPv6' : 'IPv4'

  const asked = await ofAddress(`otp-address:${from}`, limits.perAddressHourly[family])
  const pair = await incrementBucket(tx, { bucket: `otp-pair:${from}:${number}`, withinMs: hourMs })
  if (pair.count === 1) {
    await ofAddress(`otp-numbers:${from}`, limits.numbersPerAddressHourly[family])
  }
  for (const width of [56, 48] as const) {
    if (!sites) break
    const site = hashOf(sites[width])
    await ofAddress(`otp-site:${site}`, limits.perSiteHourly[width])
    if (pair.count > 1) continue
    await ofAddress(`otp-site-numbers:${site}`, limits.numbersPerSiteHourly[width])
  }
  const ofNumber = (bucket: string, most: number, withinMs: number) =>
    limitRate(tx, { bucket, most, withinMs }, sentence)
  await ofNumber(`otp-hour:${number}`, limits.perNumberHourly, hourMs)
  await ofNumber(`otp-day:${number}`, limits.perNumberDaily, dayMs)
  await limitAll(tx, allHourly)
  if (asked === limits.suspiciousPerAddressHourly) countSuspiciousOtpAddress()

  /** Counts one more in the bucket and gives the number. */
  async function ofAddress(bucket: string, most: number): Promise<number> {
    const { count, resetsAt } = await incrementBucket(tx, { bucket, withinMs: hourMs })
    if (count <= most) return count
    countOtpRefusedByAddress()
    throw tooMany(sentence, resetsAt)
  }
}

const allCodes = 'otp-all'

/** Text messages cost money: whatever gets past the other limits ends here. */
async function limitAll(tx: Database, most: number) {
  const { count, resetsAt } = await incrementBucket(tx, { bucket: allCodes, withinMs: hourMs })
  if (count <= most) return
  countOtpCeiling()
  log.error({ most }, 'The hourly limit of OTPs is reached: nobody can log in')
  throw tooMany('We can’t send an OTP right now. Please try again later.', resetsAt)
}

/** Codes sent in the running hour. */
export async function countOtpsSent(db: Database): Promise<number> {
  const [row] = await db.select().from(rateLimits).where(eq(rateLimits.bucket, allCodes))
  return row && row.resetsAt > clock.now() ? row.count : 0
}
