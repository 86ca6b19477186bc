/**
 * Where somebody was in a list: how far it was loaded, and the card at the top of the window with
 * how far below the window's edge it stood, in pixels. It belongs to an entry of the history, so that
 * Back and a reload find it again.
 */
export type ListPlace = { cursors: string[]; card?: { href: string; top: number } }

/** The first page only, from its beginning. */
export const nowhere: ListPlace = { cursors: [] }

/** The oldest go first: nobody goes back that far. */
const kept = 30

/** Of the lists that this document has shown. */
const known = new Map<string, ListPlace>()

type Entry = { list?: string; listPlace?: ListPlace } | null
const entryNow = () => history.state as Entry

export function readPlace(list: string): ListPlace {
  return known.get(list) ?? storedPlace(list) ?? nowhere
}

/** Another document of this tab has left it in the entry. */
function storedPlace(list: string): ListPlace | undefined {
  const entry = entryNow()
  return entry?.list === list ? entry.listPlace : undefined
}

export function keepPlace(list: string, change: Partial<ListPlace>): void {
  const place = { ...readPlace(list), ...change }
  known.delete(list)
  known.set(list, place)
  const [oldest] = known.keys()
  if (known.size > kept && oldest !== undefined) known.delete(oldest)
}

/** Writes the place into the entry of the history that shows the list, for a later document. */
export function storePlace(list: string): void {
  // A fragment was opened, and nobody has looked at its entry yet.
  if (entryNow() === null) return
  try {
    history.replaceState({ ...entryNow(), list, listPlace: readPlace(list) }, '')
  } catch {
    // A browser may refuse to write that often; it only costs the place after a reload.
  }
}
