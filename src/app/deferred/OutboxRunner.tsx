import { useEffect } from 'react'

import { PendingChanges } from '#features/outbox/PendingChanges.tsx'
import { startOutbox } from '#features/outbox/outbox.ts'

/** Sends pending changes and lists them. */
export function OutboxRunner() {
  useEffect(startOutbox, [])
  return <PendingChanges />
}
