import { atom, getDefaultStore } from 'jotai'
import type * as v from 'valibot'

import { invalidateSessionGuards, createSessionGuard, withIndexedDb } from './deviceStorage.ts'
import { isPrivateSession } from './privateSession.ts'
import { deleteIfSame, storedValues } from './storedValues.ts'
import { hydrated } from '#platform/rendering/hydration.ts'

type Schema<Value> = v.GenericSchema<unknown, Value>
/** The schema of the stored value, or how to load it when there is a value to check. */
type SchemaSource<Value> = Schema<Value> | (() => Promise<Schema<Value>>)

/**
 * The stored value if it fits the schema, else the initial one: an older version of the store may have
 * stored another shape. The schema validates itself, because a first view does not load valibot.
 */
function parserOf<Value>(schema: Schema<Value>, initial: Value) {
  return (stored: unknown): Value => {
    const result = schema['~standard'].validate(stored)
    return result instanceof Promise || result.issues ? initial : result.value
  }
}

/** Resets the value in memory, by key. */
const resets = new Map<string, () => void>()

/** Aborts the transaction of a change that changes nothing. */
const unchanged = new DOMException('Unchanged', 'AbortError')

/** Reads the stored value again, by key, for atoms in use. */
const readers = new Map<string, () => void>()
const allKeys = '*'

/** Tells other tabs which keys have changed. */
let channel: BroadcastChannel | undefined
export const channelName = 'persisted'

function openChannel(): void {
  // Nobody else has the values of a private session.
  if (isPrivateSession()) return
  try {
    channel = new BroadcastChannel(channelName)
  } catch {
    // Firefox denies BroadcastChannel together with storage, and then there is nothing to tell.
    return
  }
  channel.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (data === allKeys) resetAtoms()
    else readers.get(data)?.()
  })
}

// An open channel can exclude the page from the back/forward cache.
if (globalThis.document) {
  openChannel()
  addEventListener('pagehide', () => {
    channel?.close()
    channel = undefined
  })
  addEventListener('pageshow', ({ persisted }) => persisted && openChannel())
}

/**
 * An atom stored on the device (`storedValues.ts`). It is set with an update function, which runs once on the value in
 * memory, so that the screen changes at once, and once on the stored value in a transaction, so
 * that no change of another tab is lost. Where storage is denied, the value lives as long as the
 * page.
 */
export function persistedAtom<Value>(key: string, schema: SchemaSource<Value>, initial: Value) {
  const shownAtom = atom(initial)
  /** Version of the value in memory; results read for an older version are not shown. */
  let newest = 0
  /** The last write: until it has ended, the stored value is older than the one in memory. */
  let written: Promise<unknown> = Promise.resolve()
  /** Whether the last write was denied: then the newest value is in memory only. */
  let isUnsaved = false
  resets.set(key, () => {
    newest += 1
    isUnsaved = false
    getDefaultStore().set(shownAtom, () => initial)
  })
  /** Whether the stored value has been read; until then the atom has its initial value. */
  const isReadAtom = atom(false)
  const markRead = () => getDefaultStore().set(isReadAtom, true)
  shownAtom.onMount = (show) => {
    const read = async () => {
      const before = newest
      await Promise.all([hydrated, written])
      const stored = await withIndexedDb(async () => (await storedValues()).get<unknown>(key))
      // Most visits start without a stored value; then no schema is loaded.
      const value = stored === undefined ? initial : (await loadParser())(stored)
      if (before === newest && !isUnsaved) show(value)
    }
    const unread = () => undefined
    // Another tab may have changed it while this one was hidden.
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

  const storedAtom = atom(
    (read) => read(shownAtom),
    (_read, write, change: (value: Value) => Value) => {
      const turn = ++newest
      write(shownAtom, change)
      const isCurrent = createSessionGuard()
      const show = (stored: Value) => {
        if (turn === newest) write(shownAtom, stored)
      }
      // Sequential, so that writes keep their order.
      const storing = written.then(() => persist(change, show, isCurrent))
      written = storing.catch(() => undefined)
      return storing
    },
  )

  /** Validates the stored value. A schema that is loaded on demand is loaded when there is one. */
  let parse = typeof schema === 'function' ? undefined : parserOf(schema, initial)
  const loadParser = async () =>
    (parse ??= parserOf(typeof schema === 'function' ? await schema() : schema, initial))

  /**
   * Stores a change and shows the stored value, which may include changes of other tabs. It starts
   * with the change and needs one transaction, so that leaving the page does not lose it.
   */
  async function persist(
    change: (value: Value) => Value,
    show: (stored: Value) => void,
    isCurrent: () => boolean,
  ): Promise<void> {
    const isDiscarded = () => !isCurrent() && !isDeviceSetting(key)
    if (isDiscarded()) return
    let isChecked = true
    let next = initial
    try {
      await withIndexedDb(async () =>
        (await storedValues()).update<unknown>(key, (stored) => {
          // The customer who made the change has logged out; the stored value may be another
          // customer's.
          if (isDiscarded()) throw new DOMException('Discarded', 'AbortError')
          isChecked = stored === undefined || parse !== undefined
          if (!isChecked) return stored
          const value = stored === undefined || !parse ? initial : parse(stored)
          next = change(value)
          // A value of an outdated shape reads as the initial value and is overwritten.
          const isOutdated = stored !== undefined && value === initial
          if (next === value && !isOutdated) throw unchanged
          return next
        }),
      )
      // Another tab logged out meanwhile; a value that was written after it stays.
      if (isDiscarded()) return isChecked ? await deleteIfSame(key, next) : undefined
      if (isChecked) {
        isUnsaved = false
        show(next)
        return channel?.postMessage(key)
      }
    } catch (error) {
      if (error === unchanged) return isUnsaved ? undefined : show(next)
      if (!(error instanceof DOMException)) throw error
      // After a timeout the change is stored later.
      isUnsaved = !isDiscarded() && error.name !== 'TimeoutError'
      return
    }
    isUnsaved = await loadParser().then(
      () => false,
      // The schema could not be loaded: the value lives as long as the page.
      () => true,
    )
    return isUnsaved ? undefined : persist(change, show, isCurrent)
  }
  return Object.assign(storedAtom, { isReadAtom })
}

/** Settings of the device belong to nobody and survive a logout. */
const isDeviceSetting = (key: string) => key.startsWith('device:')

function resetAtoms(): void {
  invalidateSessionGuards()
  for (const [key, reset] of resets) if (!isDeviceSetting(key)) reset()
}

/**
 * Deletes everything stored of a customer, including keys that no page has used since the reload.
 */
export async function clearPersisted(): Promise<void> {
  resetAtoms()
  try {
    channel?.postMessage(allKeys)
    await withIndexedDb(async () => {
      const { keys, delMany } = await storedValues()
      await delMany((await keys()).filter((key) => !isDeviceSetting(key)))
    })
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
