import { and, eq, ne } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import { staffPushSubscriptions } from '#server/database/schema/staff.ts'
import { type FeatureHandlers, ok, type StaffContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import type { PushKeys } from '#server/platform/push/webPush.ts'
import { clock, hourMs } from '#server/platform/runtime/clock.ts'
import { requireSubscription, sendTestPush, type TestPushDeps } from './testPush.ts'

export type StaffPushDeps = TestPushDeps & {
  pushKeys: Pick<PushKeys, 'publicKey'>
  /** Whether the endpoint belongs to a known push service. */
  isPushService: (endpoint: string) => boolean
  hasRateLimits: boolean
}

/** Notifications of the staff: a browser's subscription belongs to the session in which it was made, and ends with it. */
export function staffPushHandlers(deps: StaffPushDeps) {
  const { pushKeys, isPushService, hasRateLimits } = deps
  return {
    readStaffPushKey: () => ok({ result: { publicKey: pushKeys.publicKey } }),

    subscribeStaffPush: async ({ staff, body: { subscription } }) => {
      const { endpoint, keys } = subscription
      if (!isPushService(endpoint))
        throw new StoreError('invalid', 'This browser can’t be notified')
      const { db, actor } = staff
      const sessionId = sessionOf(staff)
      const values = { staffId: actor.id, sessionId, ...keys, createdAt: clock.now() }
      // The browser has another endpoint now.
      await db
        .delete(staffPushSubscriptions)
        .where(
          and(
            eq(staffPushSubscriptions.sessionId, sessionId),
            ne(staffPushSubscriptions.endpoint, endpoint),
          ),
        )
      await db
        .insert(staffPushSubscriptions)
        .values({ endpoint, ...values })
        .onConflictDoUpdate({ target: staffPushSubscriptions.endpoint, set: values })
      await recordSwitch(staff, 'turned on notifications')
      return ok({})
    },

    unsubscribeStaffPush: async ({ staff, body: { subscription } }) => {
      sessionOf(staff)
      await staff.db
        .delete(staffPushSubscriptions)
        .where(
          and(
            eq(staffPushSubscriptions.staffId, staff.actor.id),
            eq(staffPushSubscriptions.endpoint, subscription.endpoint),
          ),
        )
      await recordSwitch(staff, 'turned off notifications')
      return ok({})
    },

    sendStaffTestPush: {
      prepare: async ({ staff }) => {
        if (hasRateLimits) await limitTests(staff)
        return {}
      },
      begin: async ({ staff, body: { subscription } }) => {
        sessionOf(staff)
        await requireSubscription(staff, subscription.endpoint)
        return ok({})
      },
      // After the transaction, because a push service may take seconds to answer.
      finish: async ({ staff, body: { subscription } }) => {
        await sendTestPush(staff.db, await requireSubscription(staff, subscription.endpoint), deps)
        return ok({})
      },
    },
  } satisfies FeatureHandlers
}

async function limitTests({ db, actor }: StaffContext): Promise<void> {
  const bucket = `test-push:${actor.id}`
  const limit = { bucket, max: rules.limits.testPushesHourly, withinMs: hourMs }
  await limitRate(db, limit, 'You’ve sent several tests. Try again in an hour.')
}

/** @throws StoreError 'invalid' to a program, which has no browser */
function sessionOf({ actor }: StaffContext): string {
  if (actor.sessionId === undefined) throw new StoreError('invalid', 'A key has no notifications')
  return actor.sessionId
}

const recordSwitch = ({ actor, record }: StaffContext, action: string) =>
  record({ subject: 'staff', subjectId: actor.id, name: actor.name, action })
