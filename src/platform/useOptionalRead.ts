import { useEffect } from 'react'
import useSWR from 'swr'
import type * as v from 'valibot'

import type { Read } from '#contract/reads.ts'
import { requestRead, send } from './http.ts'
import { rememberRead } from './seenReads.ts'

/** A public read for what is not the page itself: without an answer the page goes on without it. */
export function useOptionalRead<Schema extends v.GenericSchema>(read: Read | null, schema: Schema) {
  const { data } = useSWR<v.InferOutput<Schema>, Error>(read, () =>
    send(schema, requestRead(read as Read)),
  )
  const isAnswered = data !== undefined
  useEffect(() => {
    if (read && isAnswered) rememberRead(read)
  }, [read, isAnswered])
  return data
}
