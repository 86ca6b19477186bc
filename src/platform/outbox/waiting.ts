import { atom, getDefaultStore, type Getter, useAtomValue } from 'jotai'

import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { untilCleared } from '#platform/storage/deviceStorage.ts'
import { toastInfo } from '#platform/toasts.ts'
import type { Change, Entry } from './changes.ts'
import { entriesAtom, type overlayAtom, storedAtom } from './outboxAtom.ts'
import { stuckEntries } from './queue.ts'

/** Whether a request takes longer than one waits without a word. */
export const isSlowAtom = atom(false)

/** What waits for a connection or for the server: not what is just on its way. */
export const waitingAtom = atom((get) => {
  const entries = get(entriesAtom)
  const isOffline = get(connectivityAtom).status === 'offline'
  return isOffline || get(isSlowAtom) ? entries : stuckEntries(entries)
})

/** Whether a change of this kind waits. */
export const useIsWaiting = (matches: (change: Change) => boolean): boolean =>
  useAtomValue(waitingAtom).some(({ change }) => matches(change))

/** Says that a change waits, where nothing else in sight does. */
export const toastWaiting = () => toastInfo("Saved on this device. We'll keep trying to send it.")

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
export async function readUntilSettled<Answer>(
  read: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const store = getDefaultStore()
  const isTheirs = untilCleared()
  for (let turn = 1; ; turn += 1) {
    const { settled } = store.get(storedAtom)
    const answer = await read()
    if (!isTheirs()) return undefined
    if (store.get(storedAtom).settled === settled || turn === mostReads) return answer
  }
}
