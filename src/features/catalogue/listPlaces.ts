/**
 * Where somebody was in a list: how far it was loaded, and the card at the top of the window with
 * how far below the window's edge it stood, in pixels. Kept per entry of the history until the tab
 * closes, so that Back and a reload find it again.
 */
export type ListPlace = { cursors: string[]; card?: { href: string; top: number } }

/** The first page only, from its beginning. */
export const nowhere: ListPlace = { cursors: [] }

const storageKey = 'list-places'
/** The router's key of the entry with which a document begins. */
const firstEntry = 'default '
/** The oldest go first: nobody goes back that far. */
const kept = 30

let known: Map<string, ListPlace> | undefined

export function readPlace(key: string): ListPlace {
  return all().get(key) ?? nowhere
}

export function keepPlace(key: string, change: Partial<ListPlace>): void {
  const places = all()
  const place = { ...readPlace(key), ...change }
  places.delete(key)
  places.set(key, place)
  const [oldest] = places.keys()
  if (places.size > kept && oldest !== undefined) places.delete(oldest)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...places]))
  } catch {
    // A full or forbidden storage only costs the place after a reload.
  }
}

function all(): Map<string, ListPlace> {
  known ??= new Map(stored())
  return known
}

/** Who comes anew begins anew: the first entry of a document has the same key each time. */
function stored(): [string, ListPlace][] {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  try {
    const places = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, ListPlace][]
    return visit?.type === 'navigate'
      ? places.filter(([key]) => !key.startsWith(firstEntry))
      : places
  } catch {
    return []
  }
}
