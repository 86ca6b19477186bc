import { atom, getDefaultStore, type Getter } from 'jotai'

import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { userIdAtom } from '#platform/session/session.ts'
import type { Entry, Outbox } from './changes.ts'

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

type Overlay<Value> = { apply: (get: Getter, saved: Value) => Value } | null

/**
 * Applies pending changes to the server's data. Null until the feature's outbox module calls
 * `registerOverlay` (`pendingChanges.ts`), which pages without pending changes do not load.
 */
export const overlayAtom = <Value>() => atom<Overlay<Value>>(null)
