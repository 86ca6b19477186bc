import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { log } from '#server/platform/observability/log.ts'
import { clock, dayMs } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

/** Long enough that a store which was started with another database, or an older backup, still has its photos. */
const keptMs = 7 * dayMs

/** Runs in every process; concurrent runs are harmless. */
export const startPhotoCleanup = (db: Database, folder: string) =>
  repeat(dayMs, async () => {
    const removed = await removeUnusedPhotos(db, folder)
    if (removed > 0) log.info({ removed }, 'photos that nothing shows any more were removed')
  })

/**
 * Removes saved photos that were replaced: those that no product, order, brand, category, size chart or part of the
 * home page has shown for a week. The time of a folder says when its photo was last shown. Returns their number.
 */
export async function removeUnusedPhotos(db: Database, folder: string): Promise<number> {
  const saved = (await readdir(folder).catch(() => [])).filter((name) => hash.test(name))
  if (saved.length === 0) return 0
  const used = await readUsedHashes(db)
  // A new or restored database, which says nothing about the photos of this folder.
  if (used.size === 0) return 0
  let removed = 0
  for (const name of saved) {
    const path = join(folder, name)
    if (used.has(name)) await utimes(path, clock.now(), clock.now())
    else if (await isOld(path)) {
      await rm(path, { recursive: true, force: true })
      removed++
    }
  }
  return removed
}

const hash = /^[0-9a-f]{20}$/

async function isOld(path: string): Promise<boolean> {
  const changedAtMs = (await stat(path).catch(() => undefined))?.mtimeMs
  return changedAtMs !== undefined && changedAtMs < clock.now().getTime() - keptMs
}

async function readUsedHashes(db: Database): Promise<Set<string>> {
  const { rows } = await db.execute<{ hash: string }>(sql`
    select distinct found[1] as hash from (
      select photos::text as photo from products
      union all select photos::text from order_lines
      union all select photo from brands union all select photo from categories
      union all select photo from subcategories union all select photo from genders
      union all select photo from sliders union all select photo from home_grid_categories
      union all select photo from home_offers union all select images::text from size_charts
    ) shown, regexp_matches(photo, '/photos/kept/([0-9a-f]{20})/', 'g') found`)
  return new Set(rows.map((row) => row.hash))
}
