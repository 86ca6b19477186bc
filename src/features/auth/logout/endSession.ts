import { calls } from '#contract/api/calls.ts'
import { DoneReply } from '#contract/api/fields.ts'
import { unsubscribeFromPush } from '#platform/serviceWorker/workerClient.ts'
import { request, parseReply } from '#platform/api/http.ts'

/** Ends the session on the server and the push subscription. */
export async function endSession(signal: AbortSignal): Promise<void> {
  await Promise.allSettled([
    unsubscribeFromPush(),
    parseReply(DoneReply, request(calls.logout, { signal })),
  ])
}
