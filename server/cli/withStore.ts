import type { Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { log } from '#server/platform/log.ts'
import { photoFolderOf } from '#server/platform/photoFolder.ts'
import { loadEnvFile, readSettings } from '#server/platform/settings.ts'

type Store = { db: Database; photoFolder: string }

/** Does the work on the store's database, through its socket while the store runs. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  loadEnvFile()
  const settings = readSettings()
  log.level = settings.logLevel
  const { db, close } = await openDatabase(settings)
  try {
    await migrate(db)
    await work({ db, photoFolder: photoFolderOf(settings) })
  } finally {
    await close()
  }
}
