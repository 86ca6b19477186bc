import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { rateLimits } from '#server/database/requestTables.ts'
import { sitesAround } from '#server/platform/callerAddress.ts'
import { clock } from '#server/platform/clock.ts'
import { countOne, limitRate, tooMany } from '#server/platform/limitRate.ts'
import { log } from '#server/platform/log.ts'
import { countOtpCeiling } from '#server/platform/metrics.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const sentence = 'Too many OTPs were asked for. Please try again later.'
const limits = rules.otpLimits

/** Who may be asking is kept as a hash: the buckets name nobody. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

type Asking = { contactNumber: string; address: string; allHourly: number }

/**
 * How many codes one number gets, how many one address (and, of IPv6, the networks around it) asks
 * for, and how many are sent in all. In the transaction that keeps the code: what is refused was not
 * counted, so asking again for an eleventh number is the same.
 */
export async function limitCodes(tx: Database, { contactNumber, address, allHourly }: Asking) {
  const [number, from] = [hashOf(contactNumber), hashOf(address)]
  const atMost = (bucket: string, most: number, withinMs: number) =>
    limitRate(tx, { bucket, most, withinMs }, sentence)

  await atMost(`otp-address:${from}`, limits.perAddressHourly, hourMs)
  const pair = await countOne(tx, { bucket: `otp-pair:${from}:${number}`, withinMs: hourMs })
  if (pair.count === 1) {
    await atMost(`otp-numbers:${from}`, limits.numbersPerAddressHourly, hourMs)
  }
  const sites = sitesAround(address)
  for (const width of [56, 48] as const) {
    if (!sites) break
    const site = hashOf(sites[width])
    await atMost(`otp-site:${site}`, limits.perSiteHourly[width], hourMs)
    if (pair.count > 1) continue
    await atMost(`otp-site-numbers:${site}`, limits.numbersPerSiteHourly[width], hourMs)
  }
  await atMost(`otp-hour:${number}`, limits.perNumberHourly, hourMs)
  await atMost(`otp-day:${number}`, limits.perNumberDaily, dayMs)
  await limitAll(tx, allHourly)
}

const allCodes = 'otp-all'

/** Text messages cost money: whatever gets past the other limits ends here. */
async function limitAll(tx: Database, most: number) {
  const { count, resetsAt } = await countOne(tx, { bucket: allCodes, withinMs: hourMs })
  if (count <= most) return
  countOtpCeiling()
  log.error({ most }, 'The hourly limit of OTPs is reached: nobody can log in')
  throw tooMany('We can’t send an OTP right now. Please try again later.', resetsAt)
}

/** Codes sent in the running hour. */
export async function readCodesSent(db: Database): Promise<number> {
  const [row] = await db.select().from(rateLimits).where(eq(rateLimits.bucket, allCodes))
  return row && row.resetsAt > clock.now() ? row.count : 0
}
