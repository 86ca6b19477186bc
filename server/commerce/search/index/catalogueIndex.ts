import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { hourMs } from '#server/platform/runtime/clock.ts'
import { applyChanges } from './applyChanges.ts'
import { type BuildProgress, buildSnapshot } from './buildSnapshot.ts'
import type { CatalogueSnapshot, WarehouseState } from './catalogueSnapshot.ts'
import { type ProductEntry, readEntries, readNames, readVersions } from './productEntries.ts'
import { type Built, readSavedIndex, type SavedIndexFile, saveIndex } from './savedIndex.ts'
import { createSpellingCorrector } from '#server/commerce/search/query/spelling.ts'

/**
 * The catalogue in memory, for lists, search, suggestions, filters and counts: a query to the database takes
 * ten to a hundred times as long, and cannot rank all matches of a common word. Every process builds
 * its own and applies what has changed since. Prices and stock that shoppers see are read from
 * the database, by the ids that are found here (`createProductCache` keeps them for a second).
 */

/**
 * The pause after a refresh: three times as long, so that a large catalogue is refreshed less often, but no more than a
 * second, because under load a refresh takes long by waiting, and changes have to show. Half of the time is left in any case.
 */
const pauseAfter = (tookMs: number) => Math.max(tookMs, Math.min(1000, 3 * tookMs))
/** Popularity is counted hourly, and what sells changes places then. */
const maxAgeMs = hourMs
/** How many products one statement reads. */
const batchSize = 1000

export type CatalogueIndex = ReturnType<typeof createCatalogueIndex>

type IndexOptions = {
  /** A file from which the first refresh starts, so that a restart need not read the whole catalogue. */
  file?: SavedIndexFile | undefined
  onProgress?: BuildProgress | undefined
}

export function createCatalogueIndex({ file, onProgress }: IndexOptions = {}) {
  let current: Built | undefined
  let running: Promise<void> | undefined
  let lastRefresh = { endedMs: -Infinity, tookMs: 0, pauseMs: 0 }

  async function refresh(db: Database): Promise<void> {
    const startedMs = performance.now()
    const base = current
    const next = base ? await applyNewChanges(db, base) : await first(db)
    // A rebuild may have ended meanwhile; the next refresh applies what it has not seen.
    if (current === base) current = next
    const endedMs = performance.now()
    const tookMs = endedMs - startedMs
    // The first build does not come again, and what changed during it should show soon.
    lastRefresh = {
      endedMs,
      tookMs,
      pauseMs: base ? pauseAfter(tookMs) : 0,
    }
  }

  async function first(db: Database): Promise<Built> {
    const resumed = file && (await resume(db, file))
    if (resumed) return resumed
    const built = await build(db, { isPaced: false, onProgress })
    if (file) await saveIndex(file, built)
    return built
  }

  return {
    /** Builds the snapshot at first, then applies the changes since; one at a time. */
    refresh: (db: Database): Promise<void> =>
      (running ??= refresh(db).finally(() => {
        running = undefined
      })),
    /** Whether the pause after the last refresh is over. */
    isRefreshDue: (): boolean => performance.now() >= lastRefresh.endedMs + lastRefresh.pauseMs,
    /** Builds the snapshot anew if it is old, pausing so that other requests are handled. */
    async rebuild(db: Database): Promise<void> {
      if (!current || !(await isOld(db, current))) return
      current = await applyNewChanges(db, await build(db, { isPaced: true }))
    },
    /** Writes the file for the next start. */
    async save(): Promise<void> {
      if (file && current) await saveIndex(file, current)
    },
    /** Undefined until the first build is done. */
    snapshot: () => current?.snapshot,
    /** Ages and times in seconds. */
    figures: () => ({
      products: current?.snapshot.ids.length ?? 0,
      buildAge: current ? (Date.now() - current.builtAtMs) / 1000 : 0,
      refreshAge: current ? (performance.now() - lastRefresh.endedMs) / 1000 : 0,
      refreshTime: lastRefresh.tookMs / 1000,
    }),
  }
}

/** The snapshot of the index; without an index, a new snapshot for this call. */
export async function snapshotOf(
  db: Database,
  index: CatalogueIndex | undefined,
): Promise<CatalogueSnapshot> {
  const built = index?.snapshot()
  if (built) return built
  await index?.refresh(db)
  return index?.snapshot() ?? (await build(db, { isPaced: false })).snapshot
}

type BuildOptions = { isPaced: boolean; onProgress?: BuildProgress | undefined }

async function build(db: Database, options: BuildOptions): Promise<Built> {
  const { seen, day, warehouses } = await readState(db)
  const { names, dictionary } = await readNames(db)
  const snapshot = await buildSnapshot(db, { day, names, dictionary, warehouses, ...options })
  return { snapshot, seen, day, names, builtAtMs: Date.now(), isRenamed: false }
}

/** Reads the products that have changed since, and the names and warehouses, which may be new. */
async function applyNewChanges(db: Database, built: Built): Promise<Built> {
  const { seen, ids, warehouses } = await readState(db, built.seen)
  const isSame = JSON.stringify(warehouses) === JSON.stringify(built.snapshot.warehouses)
  const snapshot = isSame ? built.snapshot : { ...built.snapshot, warehouses }
  return applyProducts(db, { ...built, snapshot, seen }, ids)
}

/** Above this share of changed products a new build is quicker. */
const maxChangedShare = 1 / 4

/**
 * The saved snapshot with what has changed since; undefined without a usable one. Products are compared one by one,
 * because the numbers of transactions that it has seen mean nothing after the database was restored.
 */
async function resume(db: Database, file: SavedIndexFile): Promise<Built | undefined> {
  const saved = await readSavedIndex(file)
  if (!saved) return undefined
  const { seen, warehouses } = await readState(db)
  const { ids, changedIn } = saved.snapshot
  const savedIn = new Map(ids.map((id, at) => [id, changedIn[at]]))
  const changed: string[] = []
  for (const { id, changedIn: now } of await readVersions(db)) {
    if (savedIn.get(id) !== now) changed.push(id)
    savedIn.delete(id)
  }
  for (const id of savedIn.keys()) changed.push(id)
  if (changed.length > ids.length * maxChangedShare) return undefined
  const { dictionary } = await readNames(db)
  const correct = await createSpellingCorrector(saved.snapshot.words)
  const snapshot = { ...saved.snapshot, dictionary, correct, warehouses }
  const built = { ...saved, snapshot, seen }
  return applyProducts(db, built, changed)
}

async function applyProducts(db: Database, built: Built, ids: string[]): Promise<Built> {
  if (ids.length === 0) return built
  const { names, dictionary } = await readNames(db)
  const entries: ProductEntry[] = []
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    entries.push(...(await readEntries(db, { ids: batch, day: built.day, names })))
  }
  const before = { ...built.snapshot, dictionary }
  const snapshot = await applyChanges(before, { ids: new Set(ids), entries })
  const isRenamed =
    built.isRenamed || [...built.names].some(([id, words]) => `${names.get(id)}` !== `${words}`)
  return { ...built, snapshot, names, isRenamed }
}

async function isOld(db: Database, { day, builtAtMs, isRenamed }: Built): Promise<boolean> {
  return isRenamed || Date.now() - builtAtMs > maxAgeMs || (await readState(db)).day !== day
}

type State = { seen: string; day: string; ids: string[]; warehouses: WarehouseState[] }

const warehouseStates = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'isOpen', is_open,
    'closedUntil', closed_until) order by id), '[]') from ${warehouses})`

/**
 * The transactions that are visible now, and the products changed by others than `seen`. Transactions do not
 * end in the order of their numbers, so a number alone would miss those that end late. A number that does not
 * exist yet comes from another database, whose copy this one is. The transaction that reads is not listed in
 * what it has seen.
 */
async function readState(db: Database, seen?: string): Promise<State> {
  const isUnseen = sql`${products.changedIn} >= pg_snapshot_xmin(${seen}::pg_snapshot)
    and (pg_visible_in_snapshot(${products.changedIn}, pg_current_snapshot())
        and not pg_visible_in_snapshot(${products.changedIn}, ${seen}::pg_snapshot)
      or ${products.changedIn} = pg_current_xact_id_if_assigned())`
  const changed =
    seen === undefined
      ? sql`'{}'::text[]`
      : sql`array(select id from ${products} where ${isUnseen})`
  const { rows } = await db.execute<State>(sql`select pg_current_snapshot()::text as seen,
    date_trunc('day', now())::text as day, ${changed} as ids, ${warehouseStates} as warehouses`)
  return rows[0] as State
}
