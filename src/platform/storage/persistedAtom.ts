import { createStore, delMany, get, keys, promisifyRequest, update } from 'idb-keyval'
import { atom, getDefaultStore } from 'jotai'
import type * as v from 'valibot'

import { markCleared, untilCleared, withIndexedDb } from './deviceStorage.ts'
import { hydrated } from '#platform/rendering/hydration.ts'

type Schema<Value> = v.GenericSchema<unknown, Value>
/** The shape of what is kept; what a first sight shows brings it only when there is something. */
type Kept<Value> = Schema<Value> | (() => Promise<Schema<Value>>)

/** What an older version of the app stored may no longer fit. */
async function fitting<Value>(kept: Kept<Value>, initial: Value) {
  const [{ parseStored }, schema] = await Promise.all([
    import('./persistedRecord.ts'),
    typeof kept === 'function' ? kept() : kept,
  ])
  return (stored: unknown) => parseStored(schema, stored, initial)
}

/** How each of them is emptied on the screen, by its key. */
const resets = new Map<string, () => void>()

/** Ends the transaction of a change that leaves the value as it is: nothing is written. */
const unchanged = new DOMException('Unchanged', 'AbortError')

/** How each of them that is shown is read again, by its key. */
const readers = new Map<string, () => void>()
const everything = '*'

/** Tells the other tabs what has changed in storage. */
let channel: BroadcastChannel | undefined
export const channelName = 'persisted'

function openChannel(): void {
  try {
    channel = new BroadcastChannel(channelName)
  } catch {
    // Firefox denies it together with storage: there is nothing to tell other tabs then.
    return
  }
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (data === everything) forgetShown()
    else readers.get(data)?.()
  })
}

// An open channel can keep a page out of the back/forward cache.
if (globalThis.document) {
  openChannel()
  addEventListener('pagehide', () => {
    channel?.close()
    channel = undefined
  })
  addEventListener('pageshow', ({ persisted }) => persisted && openChannel())
}

/**
 * An atom kept in IndexedDB. It is set with a function of the value, run once on what is shown and
 * once on what is stored, so that nothing waits, and nothing is lost to another tab or to a write
 * that comes before the first read. Where storage is refused, it lives as long as the page.
 */
export function persistedAtom<Value>(key: string, schema: Kept<Value>, initial: Value) {
  const shownAtom = atom(initial)
  /** Counts the changes: what was read before the newest of them is not shown any more. */
  let newest = 0
  /** The newest change on its way into storage: until then what is stored is older than what is shown. */
  let written: Promise<unknown> = Promise.resolve()
  resets.set(key, () => {
    newest += 1
    getDefaultStore().set(shownAtom, () => initial)
  })
  /** Whether it is known what was kept; until then what shows is only what it starts from. */
  const isReadAtom = atom(false)
  const markRead = () => getDefaultStore().set(isReadAtom, true)
  shownAtom.onMount = (show) => {
    const read = async () => {
      const before = newest
      await Promise.all([hydrated, written])
      const stored = await withIndexedDb(() => get(key))
      // Most visits begin with nothing: then there is nothing to check either.
      if (stored !== undefined) fit ??= await fitting(schema, initial)
      const value = stored === undefined || !fit ? initial : fit(stored)
      if (before === newest) show(value)
    }
    const unread = () => undefined
    // Another tab may have changed it while nobody looked at this one.
    const readAgain = () => {
      if (document.visibilityState === 'visible') read().catch(unread)
    }
    read().catch(unread).finally(markRead)
    readers.set(key, readAgain)
    document.addEventListener('visibilitychange', readAgain)
    return () => {
      readers.delete(key)
      document.removeEventListener('visibilitychange', readAgain)
    }
  }

  const keptAtom = atom(
    (read) => read(shownAtom),
    (_read, write, change: (value: Value) => Value) => {
      const turn = ++newest
      write(shownAtom, change)
      const isCurrent = untilCleared()
      const show = (stored: Value) => {
        if (turn === newest) write(shownAtom, stored)
      }
      // One after another, so that none overtakes one that was made before it.
      const storing = written.then(() => keep(change, show, isCurrent))
      written = storing.catch(() => undefined)
      return storing
    },
  )

  /** Checks what was stored; it is there once something had to be checked. */
  let fit: ((stored: unknown) => Value) | undefined

  /**
   * Stores a change, and shows what is stored then: another tab may have added to it. Begun with the
   * change and done in one transaction: whoever leaves at once leaves it on its way, not undone.
   */
  async function keep(
    change: (value: Value) => Value,
    show: (stored: Value) => void,
    isCurrent: () => boolean,
  ): Promise<void> {
    const isForgotten = () => !isCurrent() && !isOfDevice(key)
    if (isForgotten()) return
    let isChecked = true
    let kept = initial
    try {
      await withIndexedDb(() =>
        update(key, (stored) => {
          // The one whose change this is has gone; what is stored by now may be the next one's.
          if (isForgotten()) throw new DOMException('Forgotten', 'AbortError')
          isChecked = stored === undefined || fit !== undefined
          if (!isChecked) return stored
          const value = stored === undefined || !fit ? initial : fit(stored)
          kept = change(value)
          // What does not fit any more reads as the initial value, and is replaced all the same.
          const isOutdated = stored !== undefined && value === initial
          if (kept === value && !isOutdated) throw unchanged
          return kept
        }),
      )
      // Somebody signed out in another tab meanwhile.
      if (isForgotten()) return isChecked ? await takeBack(key, kept) : undefined
      if (isChecked) {
        show(kept)
        return channel?.postMessage(key)
      }
    } catch (error) {
      if (error === unchanged) return show(kept)
      if (!(error instanceof DOMException)) throw error
      return
    }
    fit = await fitting(schema, initial).catch(() => undefined)
    // What checks it could not be had: then it lives as long as the page.
    return fit && keep(change, show, isCurrent)
  }
  return Object.assign(keptAtom, { isReadAtom })
}

/** The library's own store, for what it has no function for. */
const storage = createStore('keyval-store', 'keyval')

/** Deletes what was written too late, in one transaction, and nothing that came after it. */
function takeBack(key: string, written: unknown): Promise<void> {
  return storage('readwrite', (store) => {
    const stored = store.get(key)
    stored.onsuccess = () => {
      if (JSON.stringify(stored.result) === JSON.stringify(written)) store.delete(key)
    }
    return promisifyRequest(store.transaction)
  })
}

/** A choice about the device itself is nobody's: it stays for whoever uses it next. */
const isOfDevice = (key: unknown) => String(key).startsWith('device:')

function forgetShown(): void {
  markCleared()
  for (const [key, reset] of resets) if (!isOfDevice(key)) reset()
}

/** Empties everything that was kept of a user: also what no page has used since the reload. */
export async function clearPersisted(): Promise<void> {
  forgetShown()
  try {
    channel?.postMessage(everything)
    await withIndexedDb(async () => delMany((await keys()).filter((key) => !isOfDevice(key))))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
