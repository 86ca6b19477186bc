import { sql } from 'drizzle-orm'

import { type Connection, type Database, openConnection } from './client/connect.ts'
import { openEmbedded } from './embedded/openEmbedded.ts'

export type OpenDatabase = Connection & {
  /** Connections for what anybody may look at. The embedded database has one session for all. */
  reads: Database
  /** A connection for work that nobody waits for. */
  background: Database
  /** For others who want in: another process, a test. */
  url: string
  /** Whether this process runs the embedded database; when it closes, guests lose it. */
  isOwner: boolean
}

type Place = { dataDir: string; databaseUrl?: string }

/** The store's database: the PostgreSQL of `databaseUrl`, or the embedded one in `dataDir`. */
export async function openDatabase({ dataDir, databaseUrl }: Place): Promise<OpenDatabase> {
  if (databaseUrl) {
    const orders = openConnection(databaseUrl, 'orders')
    const reads = openConnection(databaseUrl, 'reads')
    const background = openConnection(databaseUrl, 'background')
    return {
      db: orders.db,
      reads: reads.db,
      background: background.db,
      url: databaseUrl,
      isOwner: false,
      close: async () => {
        await Promise.all([orders, reads, background].map(({ close }) => close()))
      },
    }
  }

  const embedded = await openEmbedded(dataDir)
  const { db, close } = openConnection(embedded.url)
  return {
    db,
    reads: db,
    background: db,
    url: embedded.url,
    isOwner: embedded.isOwner,
    close: () => close().then(embedded.close),
  }
}

/** After many rows have come or gone: what they were is cleared away, and what is there is counted. */
export async function tidyDatabase(db: Database): Promise<void> {
  await db.execute(sql`vacuum (analyze, skip_locked)`)
}
