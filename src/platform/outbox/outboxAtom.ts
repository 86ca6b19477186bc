import { atom, getDefaultStore, type Getter, useAtomValue } from 'jotai'

import { connectivityAtom } from '#platform/connectivityAtom.ts'
import { persistedAtom, untilForgotten } from '#platform/persistedAtom.ts'
import { userIdAtom } from '#platform/session.ts'
import { tellPlainly } from '#platform/tell.ts'
import type { Change, Entry, Outbox } from './changes.ts'

/** The state of the outbox, without what sends it: that comes when something waits or is changed. */

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

/** Whether a request takes longer than one waits without a word. */
export const isSlowAtom = atom(false)

/** What waits for a connection or for the server: not what is just on its way. */
export const waitingAtom = atom((get) => {
  const entries = get(entriesAtom)
  const hasFailed = entries[0] !== undefined && entries[0].failures > 0
  const isOffline = get(connectivityAtom).status === 'offline'
  return hasFailed || isOffline || get(isSlowAtom) ? entries : []
})

/** Whether a change of this kind waits. */
export const useIsWaiting = (matches: (change: Change) => boolean): boolean =>
  useAtomValue(waitingAtom).some(({ change }) => matches(change))

/** Says that a change waits, where nothing else in sight does. */
export const tellWaiting = () => tellPlainly("Saved on this device. We'll keep trying to send it.")

type Overlay<Value> = { apply: (get: Getter, saved: Value) => Value } | null

/**
 * What puts the waiting changes on top of what the server said. Null until the module of the feature's
 * changes calls `showChanges`: pages on which nothing waits do not load that.
 */
export const overlayAtom = <Value>() => atom<Overlay<Value>>(null)

/** @param after the value as it will be once a change was sent */
export function showChanges<Value>(
  overlay: ReturnType<typeof overlayAtom<Value>>,
  after: (value: Value, change: Change, entry: Entry) => Value,
): void {
  const apply = (get: Getter, saved: Value) =>
    get(entriesAtom).reduce((value, entry) => after(value, entry.change, entry), saved)
  getDefaultStore().set(overlay, { apply })
}

const mostReads = 3

/**
 * Reads what the server has. Where a change went through meanwhile, the answer may lack it: then it is
 * read again. Undefined if the customer logged out meanwhile.
 */
export async function readSettled<Answer>(
  read: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const store = getDefaultStore()
  const isTheirs = untilForgotten()
  for (let turn = 1; ; turn += 1) {
    const { settled } = store.get(storedAtom)
    const answer = await read()
    if (!isTheirs()) return undefined
    if (store.get(storedAtom).settled === settled || turn === mostReads) return answer
  }
}
