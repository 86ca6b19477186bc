import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import { unsubscribeFromPush } from '#platform/serviceWorker/pushSubscription.ts'
import { request, parseResponse } from '#platform/api/http.ts'

/** Ends the session on the server and the push subscription, and clears the badge of the customer's orders. */
export async function endSession(signal: AbortSignal): Promise<void> {
  await Promise.allSettled([
    unsubscribeFromPush(),
    navigator.clearAppBadge?.(),
    parseResponse(SuccessResponse, request(calls.logout, { signal })),
  ])
}
