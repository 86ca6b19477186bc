import { createTurns } from '#server/platform/runtime/turns.ts'
import {
  type CatalogueSnapshot,
  type ColumnName,
  columnNames,
  type Position,
} from './catalogueSnapshot.ts'
import { changeColumn, type Column, gone, type Moves } from './columns.ts'
import { compareEntries, type ProductEntry } from './productEntries.ts'
import { changePostings } from './wordIndex.ts'

/** The products to read anew: `ids` of all of them, `entries` of those that are still published. */
type Changes = { ids: ReadonlySet<string>; entries: ProductEntry[] }

/** Makes the snapshot after a change. It equals one that is built from the whole catalogue. */
export async function applyChanges(
  before: CatalogueSnapshot,
  { ids: changedIds, entries: unsorted }: Changes,
): Promise<CatalogueSnapshot> {
  const entries = unsorted.toSorted(compareEntries)
  const moves = mergeProducts(before, changedIds, entries)
  const { source, newPositions } = moves
  const words = await changePostings(before.words, { moves, entries })
  const endLongTurn = createTurns()
  const columns = {} as Record<ColumnName, Column>
  for (const name of columnNames) {
    await endLongTurn()
    const values = entries.map((entry) => entry.columns[name])
    columns[name] = changeColumn(before.columns[name], source, values)
  }
  await endLongTurn()
  const size = source.length
  const fill = <Values extends NumberArray>(
    after: Values,
    old: Values,
    valueOf: (entry: ProductEntry) => number,
  ): Values => {
    for (let at = 0; at < size; at++) {
      const from = source[at] as number
      after[at] = from >= 0 ? (old[from] as number) : valueOf(entries[~from] as ProductEntry)
    }
    return after
  }
  return {
    ...before,
    ids: Array.from(source, (from) =>
      from >= 0 ? (before.ids[from] as string) : (entries[~from] as ProductEntry).id,
    ),
    words,
    columns,
    prices: fill(new Uint32Array(size), before.prices, ({ price }) => price),
    discounts: fill(new Uint8Array(size), before.discounts, ({ discount }) => discount),
    ratings: fill(new Uint8Array(size), before.ratings, ({ rating }) => rating),
    isSold: fill(new Uint8Array(size), before.isSold, ({ isSold }) => isSold),
    popularity: fill(new Float32Array(size), before.popularity, ({ popularity }) => popularity),
    ranks: fill(new Float64Array(size), before.ranks, ({ rank }) => rank),
    createdAt: fill(new Uint32Array(size), before.createdAt, ({ createdAt }) => createdAt),
    restockedAt: fill(new Uint32Array(size), before.restockedAt, ({ restockedAt }) => restockedAt),
    inStock: fill(new Uint8Array(size), before.inStock, ({ inStock }) => inStock),
    changedIn: fill(new Float64Array(size), before.changedIn, ({ changedIn }) => changedIn),
    trending: moveTrending(
      before,
      moves,
      new Map(entries.map(({ id }, at) => [id, newPositions[at] as number])),
    ),
  }
}

type NumberArray = Uint8Array | Uint32Array | Float32Array | Float64Array

/** Takes the changed products out, and puts the entries where they belong. */
function mergeProducts(
  { ids, inStock, ranks, createdAt }: CatalogueSnapshot,
  changedIds: ReadonlySet<string>,
  entries: ProductEntry[],
): Moves {
  const source = new Int32Array(ids.length + entries.length)
  const movedTo = new Uint32Array(ids.length)
  const newPositions: Position[] = []
  let size = 0
  const addEntry = () => {
    source[size] = ~newPositions.length
    newPositions.push(size++)
  }
  const isNextBefore = (position: Position) => {
    const next = entries[newPositions.length]
    if (!next) return false
    const present = {
      id: ids[position] as string,
      inStock: inStock[position] as number,
      rank: ranks[position] as number,
      createdAt: createdAt[position] as number,
    }
    return compareEntries(next, present) < 0
  }
  ids.forEach((id, position) => {
    if (changedIds.has(id)) {
      movedTo[position] = gone
      return
    }
    while (isNextBefore(position)) addEntry()
    movedTo[position] = size
    source[size++] = position
  })
  while (newPositions.length < entries.length) addEntry()
  return { source: source.slice(0, size), movedTo, newPositions }
}

function moveTrending(
  { trending, ids }: CatalogueSnapshot,
  { movedTo }: Moves,
  positionOfEntry: Map<string, Position>,
): CatalogueSnapshot['trending'] {
  const moved = (position: Position) => {
    const to = movedTo[position] as number
    return to === gone ? (positionOfEntry.get(ids[position] as string) ?? []) : to
  }
  return new Map([...trending].map(([city, positions]) => [city, positions.flatMap(moved)]))
}
