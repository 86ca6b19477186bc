import { useEffect } from 'react'
import type { SWRConfiguration } from 'swr'
import type * as v from 'valibot'

import type { Read } from '#contract/reads.ts'
import { requestRead, send } from './http.ts'
import { rememberRead } from './seenReads.ts'
import { useRead } from './useRead.ts'

/** A public read for screens. On a first visit its answer is in the page already. */
export function usePublicRead<Schema extends v.GenericSchema>(
  read: Read | null,
  schema: Schema,
  options: SWRConfiguration = {},
) {
  const answer = useRead<v.InferOutput<Schema>>(
    read,
    () => send(schema, requestRead(read as Read)),
    options,
  )
  const isAnswered = answer.data !== undefined
  useEffect(() => {
    if (read && isAnswered) rememberRead(read)
  }, [read, isAnswered])
  return answer
}
