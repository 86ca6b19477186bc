import { createStore, delMany, get, keys, promisifyRequest, set, update } from 'idb-keyval'

import { isPrivateSession } from './privateSession.ts'

const inIndexedDb = { get, set, update, delMany, keys: () => keys<string>() }

/**
 * Where persisted atoms and records have their values, by key: IndexedDB, or session storage in a private session, whose
 * code is loaded only there. The functions are those of idb-keyval.
 */
export const storedValues = async () =>
  isPrivateSession() ? import('./privateValues.ts') : inIndexedDb

/** idb-keyval's own store, for operations that it has no function for. */
const storage = createStore('keyval-store', 'keyval')

/** Deletes a value if it is still the one that was written, in one transaction. */
export const deleteIfSame = (key: string, written: unknown): Promise<void> =>
  storage('readwrite', (store) => {
    const stored = store.get(key)
    stored.onsuccess = () => {
      if (JSON.stringify(stored.result) === JSON.stringify(written)) store.delete(key)
    }
    return promisifyRequest(store.transaction)
  })
