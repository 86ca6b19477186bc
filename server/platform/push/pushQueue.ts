import { and, arrayContains, eq } from 'drizzle-orm'

import type { Topic } from '#contract/notification.ts'
import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { clock } from '#server/platform/runtime/clock.ts'

export const pushJob = 'push'

/** The text of a push; a tap opens `path`. It must not contain names, places or amounts. */
export type PushText = { title: string; body: string; path: string; tag: string }

/** The payload of a job: one push for one browser. */
export type PushJob = { subscriptionId: string; userId: string; topic: Topic; words: PushText }

type Queued = {
  userId: string
  topic: Topic
  words: PushText
  /** Deduplication key: each cause is pushed once per browser. */
  cause: string
}

/** Enqueues a push for each of the user's browsers that is subscribed to the topic, in the caller's transaction. */
export async function enqueuePush(tx: Database, { userId, topic, words, cause }: Queued) {
  const listening = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.userId, userId), arrayContains(pushSubscriptions.topics, [topic])),
    )
  if (listening.length === 0) return
  const rows = listening.map(({ id }) => ({
    kind: pushJob,
    cause: `${cause}:${id}`,
    payload: { subscriptionId: id, userId, topic, words } satisfies PushJob,
    runAt: clock.now(),
  }))
  await tx.insert(jobs).values(rows).onConflictDoNothing()
}
