import { atom, getDefaultStore, useAtomValue } from 'jotai'

import type { Read } from '#contract/api/reads.ts'

/** When the worker stored what it answered a read with, by the read's path; in ms. */
const storedAtAtom = atom<ReadonlyMap<string, number>>(new Map())

/** Notes how old an answer is, if it came from storage because the store could not be reached. */
export function recordAge([, path]: Read, { headers }: Response): void {
  const store = getDefaultStore()
  const before = store.get(storedAtAtom)
  const isStale = headers.get('x-sw-cache') === 'stale'
  if (!isStale && !before.has(path)) return
  const after = new Map(before)
  if (isStale) after.set(path, Date.now() - Number(headers.get('x-sw-age')) * 1000)
  else after.delete(path)
  store.set(storedAtAtom, after)
}

/** When what a read shows was stored, in ms; undefined where the store has just sent it. */
export const useStoredAt = (read: Read | undefined): number | undefined =>
  useAtomValue(storedAtAtom).get(read?.[1] ?? '')
