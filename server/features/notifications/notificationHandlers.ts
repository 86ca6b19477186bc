import * as rules from '#contract/rules.ts'
import { type Handlers, ok } from '#server/platform/http/handler.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import type { PushKeys } from '#server/platform/push/webPush.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import {
  addProductAlert,
  deleteSubscription,
  removeProductAlert,
  saveSubscription,
} from './subscriptions.ts'

export type NotificationDeps = {
  /** The public key that browsers need to subscribe. */
  pushKeys: Pick<PushKeys, 'publicKey'>
  /** Whether the endpoint belongs to a known push service. */
  isPushService: (endpoint: string) => boolean
  hasRateLimits: boolean
}

const hourMs = 60 * 60 * 1000

/** Push subscriptions and product alerts. */
export function notificationHandlers(deps: NotificationDeps): Handlers {
  const { pushKeys, isPushService, hasRateLimits } = deps
  return {
    readPushKey: () => ok({ result: { publicKey: pushKeys.publicKey } }),

    subscribe: async ({ store, sessionId, body }) => {
      if (!isPushService(body.subscription.endpoint)) {
        throw new StoreError('invalid', 'This browser’s push service is not supported')
      }
      await saveSubscription(store, sessionId, body)
      return ok({})
    },
    unsubscribe: async ({ store, body }) => {
      await deleteSubscription(store, body.subscription.endpoint)
      return ok({})
    },

    askNotice: async ({ store, params, body }) => {
      if (hasRateLimits) {
        const bucket = `notices:${store.userId}`
        const limit = { bucket, max: rules.limits.notices, withinMs: hourMs }
        await limitRate(
          store.db,
          limit,
          'You’ve reached the limit for notifications. Please try again later.',
        )
      }
      await addProductAlert(store, params.id ?? '', body)
      return ok({})
    },
    dropNotice: async ({ store, params, body }) => {
      await removeProductAlert(store, params.id ?? '', body)
      return ok({})
    },
  }
}
