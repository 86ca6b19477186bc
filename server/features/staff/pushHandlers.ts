import { and, eq, ne } from 'drizzle-orm'

import { staffPushSubscriptions } from '#server/database/schema/staff.ts'
import { type FeatureHandlers, ok, type StaffContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { PushKeys } from '#server/platform/push/webPush.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type PushDeps = {
  pushKeys: Pick<PushKeys, 'publicKey'>
  /** Whether the endpoint belongs to a known push service. */
  isPushService: (endpoint: string) => boolean
}

/** Notifications of the staff: a browser's subscription belongs to the session in which it was made, and ends with it. */
export function staffPushHandlers({ pushKeys, isPushService }: PushDeps) {
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
  } satisfies FeatureHandlers
}

/** @throws StoreError 'invalid' to a program, which has no browser */
function sessionOf({ actor }: StaffContext): string {
  if (actor.sessionId === undefined) throw new StoreError('invalid', 'A key has no notifications')
  return actor.sessionId
}

const recordSwitch = ({ actor, record }: StaffContext, action: string) =>
  record({ subject: 'staff', subjectId: actor.id, name: actor.name, action })
