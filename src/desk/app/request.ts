import type * as v from 'valibot'

import type { Call } from '#contract/api/calls.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { parseResponse, type RequestOptions, sendCall } from '#platform/api/client.ts'
import { currentSession, expireSession } from './session.ts'

/**
 * Sends a call of staff and checks its response.
 *
 * @throws ApiError, as `parseResponse` does; if the session has ended, the login opens as well
 */
export async function request<Schema extends v.GenericSchema>(
  call: Call,
  schema: Schema,
  options: Omit<RequestOptions, 'token'> = {},
): Promise<v.InferOutput<Schema>> {
  const token = currentSession()?.token
  try {
    return await parseResponse(schema, sendCall(call, { ...options, ...(token && { token }) }))
  } catch (error) {
    if (token && error instanceof ApiError && error.code === 'signed_out') expireSession(token)
    throw error
  }
}

/** What is said about an error: the server's sentence, or what to do without a connection. */
export function errorText(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'offline') return 'No connection. Check your network and try again.'
  return error.msg ?? otherwise
}
