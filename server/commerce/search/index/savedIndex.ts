import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'

import { log } from '#server/platform/observability/log.ts'
import type { CatalogueSnapshot } from './catalogueSnapshot.ts'
import type { GroupNames } from './productEntries.ts'

/** The catalogue in memory, and the state of the database that it shows. */
export type Built = {
  snapshot: CatalogueSnapshot
  /** The transactions whose changes it shows (`pg_current_snapshot`). */
  seen: string
  /** The day for which products are ranked. */
  day: string
  names: GroupNames
  builtAtMs: number
  /** Whether a category was renamed since: its products still have the occasions of the name before. */
  isRenamed: boolean
}

/** The file of a large catalogue in memory. */
export type SavedIndexFile = {
  path: string
  /** The build of the program, which alone can read what it has written. */
  program: string
  /** A smaller catalogue is not saved, because it is read from the database as quickly. */
  minProducts: number
}

/** What cannot be stored, or is read again anyway, is left out. */
type Saved = Omit<Built, 'seen' | 'snapshot'> & {
  program: string
  snapshot: Omit<CatalogueSnapshot, 'dictionary' | 'correct' | 'warehouses'>
}

/** Writes the file; the store goes on without it if that fails. */
export async function saveIndex(
  { path, program, minProducts }: SavedIndexFile,
  built: Built,
): Promise<void> {
  const { seen: _seen, snapshot: whole, ...others } = built
  const { dictionary: _dictionary, correct: _correct, warehouses: _warehouses, ...snapshot } = whole
  if (snapshot.ids.length < minProducts) return
  const saved: Saved = { ...others, program, snapshot }
  const temporaryPath = `${path}.${randomUUID()}`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(temporaryPath, serialize(saved))
    await rename(temporaryPath, path)
  } catch (error) {
    log.warn({ err: error }, 'the catalogue could not be saved for the next start')
  }
}

/** Reads the file; undefined if there is none, or one that another build has written. */
export async function readSavedIndex({
  path,
  program,
}: SavedIndexFile): Promise<Saved | undefined> {
  try {
    const saved = deserialize(await readFile(path)) as Saved
    return saved.program === program ? saved : undefined
  } catch {
    return undefined
  }
}
