import { calls } from '#contract/calls.ts'
import { DoneReply } from '#contract/reply.ts'
import { request, send } from '#platform/http.ts'

/** Ends the session on the server. */
export const endSession = (signal: AbortSignal) =>
  send(DoneReply, request(calls.logout, { signal }))
