import { randomUUID } from 'node:crypto'

import { withToken, jsonRequest } from '#tests/support/api/requests.ts'
import type { Shop } from '#tests/support/api/seededShop.ts'

type Payload = Record<string, unknown>

export type Entry = {
  /** Values for the named parts of the path. */
  pathParams?: (shop: Shop) => Record<string, string> | Promise<Record<string, string>>
  query?: (shop: Shop) => Record<string, string>
  payload?: (shop: Shop) => Payload | Promise<Payload>
  /**
   * Paths of the fields in the response: `[]` stands for each element of a list that must not be
   * empty. A field may be null but must be present.
   */
  responseFields: readonly string[]
}

/** The request of an entry, with an idempotency key for the calls that need one. */
export async function requestFor(call: string, entry: Entry, shop: Shop) {
  const [method = '', path = ''] = call.split(' ')
  const parts = (await entry.pathParams?.(shop)) ?? {}
  const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '')
  const query = entry.query ? `?${new URLSearchParams(entry.query(shop))}` : ''
  const payload = await entry.payload?.(shop)
  return { method, path: `/api${filled}${query}`, payload }
}

/** Adds the token of a customer, if there is one. */
export function requestInit(method: string, payload: unknown, token?: string): RequestInit {
  const init =
    token === undefined ? jsonRequest(method, payload) : withToken(token, method, payload)
  return { ...init, headers: { ...init.headers, 'Idempotency-Key': randomUUID() } }
}
