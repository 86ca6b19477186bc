import { sql } from 'drizzle-orm'

import { type Connection, type Database, openConnection } from './connect.ts'
import { openEmbedded } from './openEmbedded.ts'

export type OpenDatabase = Connection & {
  /** For others who want in: another process, a test. */
  url: string
  /** Whether this process runs the embedded database; when it closes, guests lose it. */
  isOwner: boolean
}

type Place = { dataDir: string; databaseUrl?: string }

/** The store's database: the PostgreSQL of `databaseUrl`, or the embedded one in `dataDir`. */
export async function openDatabase({ dataDir, databaseUrl }: Place): Promise<OpenDatabase> {
  if (databaseUrl) return { ...openConnection(databaseUrl), url: databaseUrl, isOwner: false }

  const embedded = await openEmbedded(dataDir)
  const { db, close } = openConnection(embedded.url)
  return {
    db,
    url: embedded.url,
    isOwner: embedded.isOwner,
    close: () => close().then(embedded.close),
  }
}

/** After many rows have come or gone: what they were is cleared away, and what is there is counted. */
export async function tidyDatabase(db: Database): Promise<void> {
  await db.execute(sql`vacuum (analyze, skip_locked)`)
}
