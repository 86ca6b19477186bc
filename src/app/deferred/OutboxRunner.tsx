import { useAtomValue } from 'jotai'
import { useEffect } from 'react'

import { PendingChanges } from '#features/outbox/PendingChanges.tsx'
import type { OutboxTopic } from '#platform/outbox/changes.ts'
import { setHandlerLoader, startOutbox } from '#platform/outbox/outbox.ts'
import { entriesAtom } from '#platform/outbox/outboxAtom.ts'
import { topicOf } from '#platform/outbox/queue.ts'

const modules: Record<OutboxTopic, () => Promise<unknown>> = {
  wishlist: () => import('#features/wishlist/wishlistOutbox.ts'),
  cart: () => import('#features/cart/cartOutbox.ts'),
  address: () => import('#features/account/addresses/addressOutbox.ts'),
  profile: () => import('#features/account/profile/profileOutbox.ts'),
}

const loadHandler = (topic: OutboxTopic) => modules[topic]()
setHandlerLoader(loadHandler)

/** Sends pending changes and lists them; each handler shows them in its place. */
export function OutboxRunner() {
  const entries = useAtomValue(entriesAtom)
  useEffect(startOutbox, [])
  useEffect(() => {
    const topics = new Set(entries.map(({ change }) => topicOf(change)))
    // Moving an item to the wishlist changes both topics.
    if (topics.has('cart')) topics.add('wishlist')
    // If the import fails, the next attempt retries it.
    for (const topic of topics) loadHandler(topic).catch(() => undefined)
  }, [entries])
  return <PendingChanges />
}
