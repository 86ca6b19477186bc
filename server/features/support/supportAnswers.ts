import type { StoreFacts } from '#contract/storeFacts.ts'
import { readStoreFacts } from '#server/database/readStoreFacts.ts'
import { vitals } from '#server/database/vitalsTables.ts'
import { type Answers, ok } from '#server/platform/answers.ts'
import { callerAddress } from '#server/platform/callerAddress.ts'
import { clock } from '#server/platform/clock.ts'
import { countVitals } from '#server/platform/metrics.ts'
import { refuseCrossSite } from '#server/platform/refuseCrossSite.ts'
import type { SendMessage } from '#server/platform/sendMessage.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { complain } from './complain.ts'
import { limitComplaints, limitVitals } from './limitSupport.ts'

/** What a browser may know of the services behind the store. */
export type SupportOutside = Pick<StoreFacts, 'maps' | 'payments'> & {
  /** Acknowledges a complaint. Undefined where texting a number that nobody proved is not wanted. */
  acknowledge?: SendMessage | undefined
  hasRateLimits: boolean
  trustedProxies: number
}

/** Who runs the store, and how to turn to them. */
export function supportAnswers(outside: SupportOutside): Answers {
  const { maps, payments, acknowledge, hasRateLimits, trustedProxies } = outside
  return {
    readStore: async ({ db }) => {
      const facts = await readStoreFacts(db)
      if (!facts) throw new StoreError('not_found', 'The store has not introduced itself yet')
      return ok({ result: { ...facts, maps, payments } })
    },

    complain: async ({ db, body, context }) => {
      refuseCrossSite(context)
      const { contactNumber } = body
      if (hasRateLimits) {
        await limitComplaints(db, callerAddress(context, trustedProxies), contactNumber)
      }
      const ticket = await complain(db, body)
      const text = `We have your complaint. Its ticket is ${ticket}. You will hear from us within 48 hours.`
      await acknowledge?.({ to: contactNumber, text })
      return ok({ result: { ticket } })
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
  }
}
