import { atom, getDefaultStore, useAtomValue } from 'jotai'

import type { Read } from '#contract/api/reads.ts'

/** When the service worker stored the response to a read, by the read's path, in ms since 1970. */
const storedAtAtom = atom<ReadonlyMap<string, number>>(new Map())

/** Records how old a response is, if the service worker served it from its cache. */
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

/** When the data of a read was stored, in ms since 1970; undefined if it comes from the server. */
export const useStoredAt = (read: Read | undefined): number | undefined =>
  useAtomValue(storedAtAtom).get(read?.[1] ?? '')
