import * as v from 'valibot'

import type { Queue, QueueEntry } from './sendQueue.ts'

/** A stored queue. An entry that does not fit the schema, for example of an older version, is dropped. */
export function queueSchema<Change>(
  change: v.GenericSchema<unknown, Change>,
): v.GenericSchema<unknown, Queue<Change>> {
  const StoredEntry: v.GenericSchema<unknown, QueueEntry<Change>> = v.object({
    key: v.string(),
    ownerId: v.string(),
    change,
    queuedAt: v.number(),
    firstTriedAt: v.optional(v.number()),
    failures: v.number(),
    nextAt: v.number(),
    shortPauseEndsAt: v.number(),
    lease: v.optional(v.object({ by: v.string(), hasLock: v.boolean(), until: v.number() })),
  })
  const Entries = v.pipe(
    v.array(v.unknown()),
    v.transform((stored) =>
      stored.filter((entry): entry is QueueEntry<Change> => v.is(StoredEntry, entry)),
    ),
  )
  return v.object({ entries: Entries, settledCount: v.number() })
}
