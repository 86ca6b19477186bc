import type { SWRConfiguration } from 'swr'
import type * as v from 'valibot'

import type { Read } from '#contract/reads.ts'
import { requestRead, send } from './http.ts'
import { useRead } from './useRead.ts'

/** A public read for screens. On a first visit its answer is in the page already. */
export function usePublicRead<Schema extends v.GenericSchema>(
  read: Read | null,
  schema: Schema,
  options: SWRConfiguration = {},
) {
  return useRead<v.InferOutput<Schema>>(
    read,
    () => send(schema, requestRead(read as Read)),
    options,
  )
}
