import { atom, getDefaultStore, type Getter } from 'jotai'

import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { userIdAtom } from '#platform/session/session.ts'
import type { Change, Entry, Outbox, OutboxTopic } from './changes.ts'

/** The part of the outbox that every page needs, kept small for the first view. */

/** A provisional id for a line or an address. */
export const provisionalId = (name: string) => `local-${name}`

export const emptyOutbox: Outbox = { entries: [], settledCount: 0 }

const schema = async () => (await import('./changes.ts')).Outbox
export const outboxAtom = persistedAtom<Outbox>('outbox', schema, emptyOutbox)

/** Whether the stored outbox has been read. */
export const { isReadAtom: isOutboxReadAtom } = outboxAtom

/** Changes of the customer without a response, oldest first. */
export const entriesAtom = atom((get) => {
  const ownerId = get(userIdAtom)
  return get(outboxAtom).entries.filter((entry) => entry.ownerId === ownerId)
})

/** Updates the stored outbox, in one transaction across all tabs; returns the new state. */
export async function updateOutbox(change: (outbox: Outbox) => Outbox): Promise<Outbox> {
  let after = emptyOutbox
  await getDefaultStore().set(outboxAtom, (before) => (after = change(before)))
  return after
}

/** Reads the customer's stored entries, even before a component subscribes. */
export async function readEntries(): Promise<Entry[]> {
  const ownerId = getDefaultStore().get(userIdAtom)
  const { entries } = await updateOutbox((outbox) => outbox)
  return entries.filter((entry) => entry.ownerId === ownerId)
}

/** How pending changes are shown in the data of a topic. */
export type Overlay<Value> = {
  /** Returns the data after a change, of this topic or another. */
  applyChange(saved: Value, change: Change, entry: Entry): Value
}

/** Null until the outbox is created, which pages without pending changes do not import. */
export const overlaysAtom = atom<Record<OutboxTopic, Overlay<unknown>> | null>(null)

/** The server's data with the customer's pending changes, applied one after the other. */
export function withPending<Value>(get: Getter, topic: OutboxTopic, saved: Value): Value {
  // A feature's handler gets the data that the feature passes here.
  const overlay = get(overlaysAtom)?.[topic] as Overlay<Value> | undefined
  if (!overlay) return saved
  return get(entriesAtom).reduce(
    (value, entry) => overlay.applyChange(value, entry.change, entry),
    saved,
  )
}
