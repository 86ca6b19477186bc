import { del, get, update } from 'idb-keyval'
import { atom } from 'jotai'
import * as v from 'valibot'

const keys = new Set<string>()

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
  keys.add(key)
  /** What an older version of the app stored may no longer fit. */
  const fit = (stored: unknown) => {
    const { success, output } = v.safeParse(schema, stored)
    return success ? output : initial
  }

  const shownAtom = atom(initial)
  shownAtom.onMount = (show) => {
    get(key).then(
      (stored) => show(fit(stored)),
      () => undefined,
    )
  }

  return atom(
    (read) => read(shownAtom),
    async (_read, write, change: (value: Value) => Value) => {
      write(shownAtom, change)
      try {
        await update(key, (stored) => change(fit(stored)))
        write(shownAtom, fit(await get(key)))
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
      }
    },
  )
}

/** Empties everything that was kept this way; what is shown goes with the page. */
export async function forgetPersisted(): Promise<void> {
  await Promise.all([...keys].map((key) => del(key)))
}
