import { resolve } from 'node:path'
import { Command } from 'commander'

import { databaseInUse, restoreBackup, writeBackup } from '#server/database/backup.ts'
import { migrate } from '#server/database/migrate.ts'
import { vacuumDatabase } from '#server/database/openDatabase.ts'
import { requireFile } from '#server/cli/files.ts'
import {
  confirm,
  type JsonOption,
  jsonOption,
  formatTime,
  print,
  printJson,
  type YesOption,
  yesOption,
} from '#server/cli/terminal.ts'
import { withDatabase } from '#server/cli/withStore.ts'

const backup = new Command('backup')
  .description('write a backup of the database to a new file; works while the store runs')
  .argument('<file>', 'such as store-2026-11-23.backup; it contains personal data')
  .option(...jsonOption)
  .action((file: string, { json }: JsonOption) =>
    withDatabase(async ({ db }) => {
      const path = resolve(file)
      const counts = await writeBackup(db, path)
      if (json) return printJson({ file: path, ...counts })
      const size = (counts.bytes / 1e6).toFixed(2)
      print(`${counts.rows} rows of ${counts.tables} tables were written to ${file}, ${size} MB.`)
    }),
  )

const restore = new Command('restore')
  .description('replace the database with a backup of this or an older version of the store')
  .argument('<file>', 'a file written by "db backup"')
  .option(...jsonOption)
  .option(...yesOption)
  .action((file: string, options: JsonOption & YesOption) =>
    withDatabase(async ({ db, background, isStoreRunning }) => {
      await requireFile(resolve(file))
      if (isStoreRunning) throw databaseInUse()
      const path = resolve(file)
      await confirm(`Replace the whole database with ${path}?`, options)
      const restored = await restoreBackup(db, path)
      await vacuumDatabase(background)
      if (options.json) return printJson({ file: path, ...restored })
      const { rows, tables, takenAt } = restored
      print(
        `${rows} rows of ${tables} tables were restored, as of ${formatTime(new Date(takenAt))}.`,
      )
    }),
  )

const migrateCommand = new Command('migrate')
  .description(
    'bring the database to the version of this program; the start of the store does it too',
  )
  .action(() =>
    withDatabase(async ({ background }) => {
      await migrate(background)
      print('The database is on the version of this program.')
    }),
  )

export const databaseCommand = new Command('db')
  .description('the database: migration, backup and restore')
  .addCommand(migrateCommand)
  .addCommand(backup)
  .addCommand(restore)
