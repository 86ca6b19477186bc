import type { Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { loadEnvFile, readSettings } from '#server/platform/settings.ts'

/** Does the work on the store's database, through its socket while the store runs. */
export async function withStore(work: (store: { db: Database }) => Promise<void>): Promise<void> {
  loadEnvFile()
  const { db, close } = await openDatabase(readSettings())
  try {
    await migrate(db)
    await work({ db })
  } finally {
    await close()
  }
}
