import type * as v from 'valibot'

import type { Read } from '#contract/api/reads.ts'
import { type ReadNoun, readReplies, type ReadReply } from '#contract/api/schemas.ts'
import { requestRead, send } from './http.ts'

/** Sends a read and checks what it brings. */
export function sendRead<Noun extends ReadNoun>(
  read: Read<Noun>,
  signal?: AbortSignal,
): Promise<ReadReply<Noun>> {
  const schema = readReplies[read[0]] as v.GenericSchema<unknown, ReadReply<Noun>>
  return send(schema, requestRead(read, signal))
}
