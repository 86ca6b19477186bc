import { atom, getDefaultStore, useAtomValue } from 'jotai'

import type { Read } from '#contract/api/reads.ts'

/** When the service worker stored the response to a read, by the read's path, in ms since 1970. */
const storedAtAtom = atom<ReadonlyMap<string, number>>(new Map())

/** Records how old a response is, if the service worker served it from its cache. */
export function recordAge([, path]: Read, { headers }: Response): void {
  const isStale = headers.get('x-sw-cache') === 'stale'
  setStoredAt(path, isStale ? Date.now() - Number(headers.get('x-sw-age')) * 1000 : undefined)
}

/** Records when the data of a response that the page has made itself was stored, in ms since 1970. */
export const recordSavedAt = ([, path]: Read, savedAt: number): void => setStoredAt(path, savedAt)

function setStoredAt(path: string, at: number | undefined): void {
  const store = getDefaultStore()
  const before = store.get(storedAtAtom)
  if (at === undefined && !before.has(path)) return
  const after = new Map(before)
  if (at === undefined) after.delete(path)
  else after.set(path, at)
  store.set(storedAtAtom, after)
}

/**
 * When the oldest data of these reads was stored, in ms since 1970; undefined if all of it comes from
 * the server.
 */
export function useStoredAt(reads: Read[]): number | undefined {
  const storedAt = useAtomValue(storedAtAtom)
  const times = reads.map(([, path]) => storedAt.get(path)).filter((at) => at !== undefined)
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Whether a list was made on the device, of the products that it has stored (`savedList.ts`). */
export const isSavedList = (list: { total?: number; isSaved?: boolean } | undefined): boolean =>
  list?.isSaved === true
