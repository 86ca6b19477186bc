import { and, arrayContains, eq } from 'drizzle-orm'

import type { Topic } from '#contract/notification.ts'
import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/jobs.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { clock } from '#server/platform/runtime/clock.ts'

export const pushJob = 'push'

/** What a push says; its tap opens `path`. It names nobody, no place and no amount. */
export type PushText = { title: string; body: string; path: string; tag: string }

/** What stands in a job: one browser, one push. */
export type PushJob = { subscriptionId: string; userId: string; topic: Topic; words: PushText }

type Queued = {
  userId: string
  topic: Topic
  words: PushText
  /** The same cause is told once, however often this is called. */
  cause: string
}

/** Puts a push for each browser that wants to hear of the topic in line; inside what caused it. */
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
