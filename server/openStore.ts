import { createApp } from '#server/app/createApp.ts'
import { storeAnswers } from '#server/app/storeAnswers.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, tidyDatabase } from '#server/database/openDatabase.ts'
import { photoRoutes } from '#server/demo/photoRoutes.ts'
import { seedDemo } from '#server/demo/seedDemo.ts'
import { loadEnvFile, readSettings } from '#server/platform/settings.ts'

/** Reads the settings, opens and fills the database, and puts the store together. */
export async function openStore() {
  const settings = settingsOrExit()
  const database = await openDatabase(settings)
  await migrate(database.db)
  if (settings.isDemo && (await seedDemo(database.db))) await tidyDatabase(database.db)

  const app = createApp({
    db: database.db,
    answers: storeAnswers(),
    others: settings.isDemo ? [photoRoutes] : [],
  })
  return { app, settings, database, close: database.close }
}

function settingsOrExit() {
  try {
    loadEnvFile()
    return readSettings()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}
