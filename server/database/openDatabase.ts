import { sql } from 'drizzle-orm'

import { type Connection, type Database, openConnection } from './client/connect.ts'
import { openEmbedded } from './embedded/openEmbedded.ts'

export type OpenDatabase = Connection & {
  /** Pool for public reads. The embedded database has one session, so there it is the same as `db`. */
  reads: Database
  /** Connection for background jobs. */
  background: Database
  /** Connection URL for other processes and tests. */
  url: string
  /** Whether this process runs the embedded database; when it closes, other processes lose their connection. */
  isOwner: boolean
}

type DatabaseLocation = {
  dataDir: string
  databaseUrl?: string
  /** Whether a query without a response fails after a while; never applies to `background`. */
  hasQueryTimeout?: boolean
}

/** The store's database: the PostgreSQL of `databaseUrl`, or the embedded one in `dataDir`. */
export async function openDatabase({
  dataDir,
  databaseUrl,
  hasQueryTimeout = false,
}: DatabaseLocation): Promise<OpenDatabase> {
  if (databaseUrl) {
    const orders = openConnection(databaseUrl, 'orders', { hasQueryTimeout })
    const reads = openConnection(databaseUrl, 'reads', { hasQueryTimeout })
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

/** Vacuums and analyses the database after many rows were inserted or deleted. */
export async function vacuumDatabase(db: Database): Promise<void> {
  await db.execute(sql`vacuum (analyze, skip_locked)`)
}
