import type * as v from 'valibot'

import type { Call } from '#contract/api/calls.ts'
import type { PublicReadName, Read } from '#contract/api/reads.ts'
import { type ReadResponse, readSchemas } from '#contract/api/readSchemas.ts'
import { isFromStore } from '#platform/connectivity/connectivity.ts'
import { handleUnauthorized, requireToken } from '#platform/session/session.ts'
import { ApiError } from './apiError.ts'
import { parseResponse, publicHttp, type RequestOptions, sendCall } from './client.ts'
import { recordAge, recordSavedAt } from './reads/storedAge.ts'
import { pathForWarehouse, warehouseQuery } from './warehouse.ts'

/** For calls that need a login. A response with status 400 is returned to the caller. */
const userHttp = publicHttp.extend({
  throwHttpErrors: (status) => status !== 400,
  hooks: {
    beforeRequest: [
      ({ headers }) => {
        if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${requireToken()}`)
      },
    ],
    afterResponse: [
      (request, _options, response) => {
        if (response.status === 401 && isFromStore(response))
          handleUnauthorized(request.headers.get('Authorization'))
      },
    ],
  },
})

export { parseResponse }

/** Sends a shopper's call of the contract. */
export function request(call: Call, options: RequestOptions = {}) {
  const query = { ...options.query, ...warehouseQuery(call) }
  return sendCall(call, { ...options, query }, call.access === 'user' ? userHttp : publicHttp)
}

/**
 * Sends a public read of `contract/api/reads.ts` and checks its response. Where the store cannot be reached and the worker has
 * not stored a list, the list is made of the products that are stored.
 */
export async function sendRead<Name extends PublicReadName>(
  read: Read<Name>,
  signal?: AbortSignal,
): Promise<ReadResponse<Name>> {
  try {
    return await requestRead(read, signal)
  } catch (error) {
    const isOffline = error instanceof ApiError && error.code === 'offline'
    if (!isOffline || !listReads.has(read[0])) throw error
    const saved = await readSaved(read)
    if (!saved) throw error
    return saved as ReadResponse<Name>
  }
}

const listReads: ReadonlySet<PublicReadName> = new Set(['readProducts', 'suggestProducts'])

/** Undefined if nothing is stored, or storage is denied. */
async function readSaved(read: Read): Promise<object | undefined> {
  const { readSavedList } = await import('./reads/savedList.ts')
  const saved = await readSavedList(read[1]).catch(() => undefined)
  if (!saved) return undefined
  recordSavedAt(read, saved.savedAt)
  return { success: true, result: saved.result }
}

async function requestRead<Name extends PublicReadName>(
  read: Read<Name>,
  signal: AbortSignal | undefined,
): Promise<ReadResponse<Name>> {
  const schema = readSchemas[read[0]].response as v.GenericSchema<unknown, ReadResponse<Name>>
  const response = publicHttp.get(pathForWarehouse(read), signal ? { signal } : {})
  const data = await parseResponse(schema, response)
  // Recorded together with the data, so that a page shows its data and its age at once.
  recordAge(read, await response)
  return data
}
