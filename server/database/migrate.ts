import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'

import type { Database } from './connect.ts'

/** Any number, the same in every process. */
const migrationLock = 7_346_601

/** The database was migrated by a newer version of the program, whose tables this one does not know. */
export class NewerDatabase extends Error {
  constructor() {
    super(
      'The database belongs to a newer version of this program. Start that version, or restore the backup from before its migration.',
    )
  }
}

/**
 * Brings the database to the newest schema. Processes that start together wait for the first.
 *
 * @throws NewerDatabase
 */
export async function migrate(db: Database): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: migrationsFolder() })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`set local lock_timeout = 0`)
    const last = await lastApplied(tx)
    if (last > (migrations.at(-1)?.folderMillis ?? 0)) throw new NewerDatabase()
    for (const migration of migrations) {
      if (migration.folderMillis > last) await apply(tx, migration)
    }
  })
}

/** Whether nothing is left to migrate. */
export async function isMigrated(db: Database): Promise<boolean> {
  const newest = readMigrationFiles({ migrationsFolder: migrationsFolder() }).at(-1)
  const { rows } = await db.execute<{ at: string }>(
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  )
  return Number(rows[0]?.at ?? 0) >= (newest?.folderMillis ?? 0)
}

/** The table has drizzle-kit's own name and shape, so that its tools can read it. */
async function lastApplied(tx: Database): Promise<number> {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  const { rows } = await tx.execute<{ at: string | null }>(
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  )
  return Number(rows[0]?.at ?? 0)
}

async function apply(tx: Database, { sql: statements, hash, folderMillis }: MigrationMeta) {
  for (const statement of statements) await tx.execute(sql.raw(statement))
  await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    values (${hash}, ${folderMillis})`)
}

/** Beside this file in the source, beside the bundle or one above its chunk when built. */
function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const found = [here, dirname(here)].map((folder) => join(folder, 'migrations')).find(existsSync)
  if (!found) throw new Error(`No migrations beside ${here}`)
  return found
}
