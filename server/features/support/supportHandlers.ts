import * as rules from '#contract/rules.ts'
import type { StoreFacts } from '#contract/store/storeFacts.ts'
import { readTryAndBuyCities } from '#server/commerce/delivery/delivery.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { vitals } from '#server/database/schema/operations.ts'
import { type CustomerContext, type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { callerAddress, refuseCrossSite } from '#server/platform/http/requestOrigin.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { hashForBucket, limitRate } from '#server/platform/limits/rateLimits.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'
import { countVitals } from '#server/platform/observability/metrics.ts'
import { clock, hourMs } from '#server/platform/runtime/clock.ts'
import { readComplaints, replyToComplaint, saveComplaint } from './complaints.ts'

/** The public settings of the maps and payment services, and what complaints need. */
export type SupportDeps = Pick<StoreFacts, 'maps' | 'payments'> & {
  /** Texts an acknowledgement. Undefined if the store does not text unverified numbers. */
  acknowledge?: SendMessage | undefined
  hasRateLimits: boolean
  trustedProxies: number
}

/** Facts about the store, complaints and web vitals. */
export function supportHandlers(deps: SupportDeps) {
  const { maps, payments, acknowledge, hasRateLimits, trustedProxies } = deps
  return {
    readStore: async ({ db }) => {
      const facts = await readStoreFacts(db)
      if (!facts) throw new StoreError('not_found', 'The store’s details haven’t been set up yet')
      return ok({
        result: { ...facts, tryAndBuyCities: await readTryAndBuyCities(db), maps, payments },
      })
    },

    complain: async ({ db, body, context }) => {
      refuseCrossSite(context)
      const { contactNumber } = body
      if (hasRateLimits) {
        await limitComplaints(db, callerAddress(context, trustedProxies), contactNumber)
      }
      const ticket = await saveComplaint(db, body)
      const text = `We’ve received your complaint. Your ticket number is ${ticket}. We’ll reply within 48 hours.`
      await acknowledge?.({ to: contactNumber, text })
      return ok({ result: { ticket } })
    },

    readComplaints: async ({ customer }) =>
      ok({ result: { data: await readComplaints(customer) } }),
    replyToComplaint: async ({ customer, params: { ticket = '' }, body: { text } }) => {
      if (hasRateLimits) await limitReplies(customer)
      await replyToComplaint(customer, { ticket, text })
      return ok({ msg: 'We’ve received your reply.' })
    },

    reportVitals: async ({ db, body, context }) => {
      if (hasRateLimits) await limitVitals(db, callerAddress(context, trustedProxies))
      const { page, metrics } = body
      if (metrics.length === 0) return undefined
      const at = clock.now()
      await db
        .insert(vitals)
        .values(metrics.map(({ name: metric, value }) => ({ page, metric, value, at })))
      countVitals(body)
      return undefined
    },
  } satisfies FeatureHandlers
}

const tooManyComplaints =
  'You’ve reached the limit for complaints. Please email or call us instead.'

/** Limits complaints per address and per phone number. */
async function limitComplaints(db: Database, address: string, contactNumber: string) {
  for (const caller of [address, contactNumber]) {
    const limit = {
      bucket: `complaint:${hashForBucket(caller)}`,
      max: rules.limits.complaintsHourly,
    }
    await limitRate(db, { ...limit, withinMs: hourMs }, tooManyComplaints)
  }
}

function limitReplies({ db, userId }: CustomerContext) {
  const limit = { bucket: `complaint-reply:${userId}`, max: rules.limits.complaintsHourly }
  return limitRate(db, { ...limit, withinMs: hourMs }, tooManyComplaints)
}

async function limitVitals(db: Database, address: string) {
  const limit = { bucket: `vitals:${hashForBucket(address)}`, max: rules.limits.vitalsHourly }
  await limitRate(db, { ...limit, withinMs: hourMs }, 'Too many requests. Please try again later.')
}
