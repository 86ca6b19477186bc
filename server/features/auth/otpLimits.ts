import { eq } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import { ipv6Prefixes } from '#server/platform/http/requestOrigin.ts'
import { clock, dayMs, hourMs } from '#server/platform/runtime/clock.ts'
import {
  hashForBucket,
  incrementBucket,
  limitRate,
  tooMany,
} from '#server/platform/limits/rateLimits.ts'
import { log } from '#server/platform/observability/log.ts'
import {
  otpsRefusedByHourlyLimit,
  otpsRefusedByAddress,
  suspiciousOtpAddresses,
} from '#server/platform/observability/metrics.ts'

const sentence = 'You’ve requested too many OTPs. Please try again later.'
const limits = rules.otpLimits

type OtpRequest = { contactNumber: string; address: string; totalHourly: number }

/**
 * Limits OTPs per phone number, per IP address (for IPv6 also per /56 and /48 network) and in
 * total. The limits of a phone number are strict; those of an IPv4 address are wide, because a
 * mobile network shares one between many customers, and become strict once half of the total is
 * used up, so that a few addresses cannot lock everybody out. Must run in the transaction that stores the
 * OTP, so that refused requests are not counted and keep being refused.
 */
export async function limitOtps(tx: Database, { contactNumber, address, totalHourly }: OtpRequest) {
  const [number, from] = [hashForBucket(contactNumber), hashForBucket(address)]
  const networks = ipv6Prefixes(address)
  const family = networks ? 'IPv6' : 'IPv4'

  const requestCount = await incrementForAddress(
    `otp-address:${from}`,
    limits.perAddressHourly[family],
  )
  const pair = await incrementBucket(tx, { bucket: `otp-pair:${from}:${number}`, withinMs: hourMs })
  if (pair.count === 1) {
    await incrementForAddress(`otp-numbers:${from}`, limits.numbersPerAddressHourly[family])
  }
  let networkCount = requestCount
  for (const width of [56, 48] as const) {
    if (!networks) break
    const network = hashForBucket(networks[width])
    networkCount = await incrementForAddress(
      `otp-network:${network}`,
      limits.perNetworkHourly[width],
    )
    if (pair.count > 1) continue
    await incrementForAddress(
      `otp-network-numbers:${network}`,
      limits.numbersPerNetworkHourly[width],
    )
  }
  const limitPerNumber = (bucket: string, max: number, withinMs: number) =>
    limitRate(tx, { bucket, max, withinMs }, sentence)
  await limitPerNumber(`otp-hour:${number}`, limits.perNumberHourly, hourMs)
  await limitPerNumber(`otp-day:${number}`, limits.perNumberDaily, dayMs)
  const total = await limitTotal(tx, totalHourly)
  const isScarce = total.count > totalHourly / 2
  if (isScarce && networkCount > limits.perAddressHourlyWhenScarce) {
    otpsRefusedByAddress.inc()
    throw tooMany(sentence, total.resetsAt)
  }
  if (requestCount === limits.suspiciousPerAddressHourly) suspiciousOtpAddresses.inc()

  /** Increments the bucket of an address and returns the count. */
  async function incrementForAddress(bucket: string, max: number): Promise<number> {
    const { count, resetsAt } = await incrementBucket(tx, { bucket, withinMs: hourMs })
    if (count <= max) return count
    otpsRefusedByAddress.inc()
    throw tooMany(sentence, resetsAt)
  }
}

const totalBucket = 'otp-all'

/** The last limit, because each text message costs money. */
async function limitTotal(tx: Database, max: number) {
  const { count, resetsAt } = await incrementBucket(tx, { bucket: totalBucket, withinMs: hourMs })
  if (count <= max) return { count, resetsAt }
  otpsRefusedByHourlyLimit.inc()
  log.error({ max }, 'The hourly OTP limit is reached: customers cannot log in')
  throw tooMany('We can’t send an OTP right now. Please try again later.', resetsAt)
}

/** OTPs sent in the current hour. */
export async function countOtpsSent(db: Database): Promise<number> {
  const [row] = await db.select().from(rateLimits).where(eq(rateLimits.bucket, totalBucket))
  return row && row.resetsAt > clock.now() ? row.count : 0
}
