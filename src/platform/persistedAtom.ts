import { clear, get, update } from 'idb-keyval'
import { atom, getDefaultStore } from 'jotai'
import * as v from 'valibot'

/** How each of them is emptied on the screen, by its key. */
const resets = new Map<string, () => void>()

/**
 * An atom kept in IndexedDB. It is set with a function of the value, run once on what is shown and
 * once on what is stored, so that nothing waits, and nothing is lost to another tab or to a write
 * that comes before the first read. Where storage is refused, it lives as long as the page.
 */
export function persistedAtom<Value>(
  key: string,
  schema: v.GenericSchema<unknown, Value>,
  initial: Value,
) {
  /** What an older version of the app stored may no longer fit. */
  const fit = (stored: unknown) => {
    const { success, output } = v.safeParse(schema, stored)
    return success ? output : initial
  }

  const shownAtom = atom(initial)
  /** Counts the changes: what was read before the newest of them is not shown any more. */
  let newest = 0
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
      const stored = await get(key)
      if (before === newest) show(fit(stored))
    }
    const unread = () => undefined
    // Another tab may have changed it while nobody looked at this one.
    const readAgain = () => {
      if (document.visibilityState === 'visible') read().catch(unread)
    }
    read().catch(unread).finally(markRead)
    document.addEventListener('visibilitychange', readAgain)
    return () => document.removeEventListener('visibilitychange', readAgain)
  }

  const keptAtom = atom(
    (read) => read(shownAtom),
    async (_read, write, change: (value: Value) => Value) => {
      const turn = ++newest
      write(shownAtom, change)
      try {
        await update(key, (stored) => change(fit(stored)))
        const stored = await get(key)
        if (turn === newest) write(shownAtom, fit(stored))
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
      }
    },
  )
  return Object.assign(keptAtom, { isReadAtom })
}

/** Empties everything that was kept: also what no page has used since the reload. */
export async function forgetPersisted(): Promise<void> {
  for (const reset of resets.values()) reset()
  try {
    await clear()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
