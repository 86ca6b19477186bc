import { atom, getDefaultStore, type Getter } from 'jotai'

import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { userIdAtom } from '#platform/session/session.ts'
import type { Entry, Outbox } from './changes.ts'

/** The state of the outbox, as far as every page needs it: the less, the sooner a first view is there. */

/** An id for a line or an address that the server does not know yet. */
export const provisionalId = (name: string) => `local-${name}`

export const emptyOutbox: Outbox = { entries: [], settled: 0 }

const schema = async () => (await import('./changes.ts')).Outbox
export const storedAtom = persistedAtom<Outbox>('outbox', schema, emptyOutbox)

/** Until then nobody knows whether something waits. */
export const { isReadAtom: isOutboxReadAtom } = storedAtom

/** What the customer who is logged in changed and the server has not answered, oldest first. */
export const entriesAtom = atom((get) => {
  const ownerId = get(userIdAtom)
  return get(storedAtom).entries.filter((entry) => entry.ownerId === ownerId)
})

/** Applies a change to what is stored, in one transaction across all tabs; gives what is stored then. */
export async function update(change: (outbox: Outbox) => Outbox): Promise<Outbox> {
  let after = emptyOutbox
  await getDefaultStore().set(storedAtom, (before) => (after = change(before)))
  return after
}

/** What waits for the customer who is logged in, as it is stored: also before anything draws it. */
export async function readEntries(): Promise<Entry[]> {
  const ownerId = getDefaultStore().get(userIdAtom)
  const { entries } = await update((outbox) => outbox)
  return entries.filter((entry) => entry.ownerId === ownerId)
}

type Overlay<Value> = { apply: (get: Getter, saved: Value) => Value } | null

/**
 * What puts the waiting changes on top of what the server said. Null until the module of the feature's
 * changes calls `showChanges` (`waiting.ts`): pages on which nothing waits do not load that.
 */
export const overlayAtom = <Value>() => atom<Overlay<Value>>(null)
