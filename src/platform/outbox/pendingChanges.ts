import { atom, getDefaultStore, useAtomValue } from 'jotai'

import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { createSessionGuard } from '#platform/storage/deviceStorage.ts'
import { toastInfo } from '#platform/toasts.ts'
import type { Change } from './changes.ts'
import { entriesAtom, outboxAtom } from './outboxAtom.ts'
import { stuckEntries } from './sendQueue.ts'

/** Whether a request takes longer than the soft limit. */
export const isSlowAtom = atom(false)

/** Entries that wait for a connection or the server, without one that was just sent. */
export const pendingEntriesAtom = atom((get) => {
  const entries = get(entriesAtom)
  const isOffline = get(connectivityAtom).status === 'offline'
  return isOffline || get(isSlowAtom) ? entries : stuckEntries(entries)
})

/** Whether a change of this kind is pending. */
export const useIsPending = (matches: (change: Change) => boolean): boolean =>
  useAtomValue(pendingEntriesAtom).some(({ change }) => matches(change))

/** Says that a change is pending, where nothing else on the screen does. */
export const toastPendingChange = () =>
  toastInfo('Saved on this device. We’ll keep trying to send it.')

const maxReads = 3

/**
 * Reads the server's data. If a change was sent meanwhile, the response may lack it and is read again.
 * Undefined if the customer logged out meanwhile.
 */
export async function readUntilSettled<Result>(
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  const store = getDefaultStore()
  const isSameSession = createSessionGuard()
  for (let turn = 1; ; turn += 1) {
    const { settledCount } = store.get(outboxAtom)
    const result = await read()
    if (!isSameSession()) return undefined
    if (store.get(outboxAtom).settledCount === settledCount || turn === maxReads) return result
  }
}
