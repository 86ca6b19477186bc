import type * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { type Complaint, ComplaintReply } from '#contract/storeFacts.ts'
import { request, send } from '#platform/api/http.ts'

/** Gives the ticket to ask after it with. */
export async function complain(json: v.InferInput<typeof Complaint>): Promise<string> {
  const { result } = await send(ComplaintReply, request(calls.complain, { json }))
  return result.ticket
}
