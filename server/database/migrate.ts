import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'

import type { Database } from './client/connect.ts'

/** Key of the advisory lock; an arbitrary number that must not change between versions. */
const migrationLock = 7_346_601

/** Thrown if a newer version of the program has migrated the database. */
export class NewerDatabaseError extends Error {
  constructor() {
    super(
      'The database belongs to a newer version of this program. Start that version, or restore the backup from before its migration.',
    )
  }
}

/** Thrown by a command on a database that was not migrated to this version yet. */
export class OutdatedDatabaseError extends Error {
  constructor() {
    super(
      'The database is not on the version of this program yet. Run "db migrate", or start the store, which does it too.',
    )
  }
}

/**
 * Checks that the database has the schema of this version, and changes nothing.
 *
 * @throws NewerDatabaseError, OutdatedDatabaseError
 */
export async function requireMigrated(db: Database, migrations = readMigrations()): Promise<void> {
  const newest = migrations.at(-1)?.folderMillis ?? 0
  const { at = 0 } = (await readSchemaVersion(db)) ?? {}
  if (at > newest) throw new NewerDatabaseError()
  if (at < newest) throw new OutdatedDatabaseError()
}

/**
 * Brings the database to the newest schema. Processes that start together wait for the first.
 *
 * @param migrations those of this version, in order
 * @throws NewerDatabaseError
 */
export async function migrate(db: Database, migrations = readMigrations()): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`set local lock_timeout = 0`)
    const last = await lastApplied(tx)
    if (last > (migrations.at(-1)?.folderMillis ?? 0)) throw new NewerDatabaseError()
    for (const migration of migrations) {
      if (migration.folderMillis > last) await apply(tx, migration)
    }
  })
}

/** The last applied migration; a backup records it to identify its schema. */
export type SchemaVersion = { hash: string; at: number }

export async function readSchemaVersion(tx: Database): Promise<SchemaVersion | undefined> {
  const { rows: tables } = await tx.execute<{ isPresent: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "isPresent"`,
  )
  if (!tables[0]?.isPresent) return undefined
  const { rows } = await tx.execute<{ hash: string; at: string }>(
    sql`select hash, created_at::text as at from drizzle.__drizzle_migrations
      order by created_at desc limit 1`,
  )
  return rows[0] && { hash: rows[0].hash, at: Number(rows[0].at) }
}

/**
 * Drops all tables and functions of the store and creates empty tables as of that version. Extensions and
 * other schemas stay.
 *
 * @throws NewerDatabaseError if this program does not know that version
 */
export async function recreateTables(
  tx: Database,
  version: SchemaVersion,
  migrations = readMigrations(),
): Promise<void> {
  const isTargetVersion = ({ hash, folderMillis }: MigrationMeta) =>
    hash === version.hash && folderMillis === version.at
  if (!migrations.some(isTargetVersion)) throw new NewerDatabaseError()
  await tx.execute(sql.raw(dropTables))
  await tx.execute(sql`drop schema if exists drizzle cascade`)
  await lastApplied(tx)
  for (const migration of migrations) {
    if (migration.folderMillis <= version.at) await apply(tx, migration)
  }
}

const dropTables = `do $$ declare object record; begin
  for object in select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' loop
    execute format('drop table %s cascade', object.name);
  end loop;
  for object in select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute format('drop function %s cascade', object.name);
  end loop;
end $$`

/** Whether nothing is left to migrate. */
export async function isMigrated(db: Database): Promise<boolean> {
  const newest = readMigrations().at(-1)
  const { rows } = await db.execute<{ at: string }>(
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  )
  return Number(rows[0]?.at ?? 0) >= (newest?.folderMillis ?? 0)
}

/** Creates the table of migrations with drizzle-kit's name and columns, so that its tools can read it. */
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

/** The migrations of this version of the program. */
export const readMigrations = () => readMigrationFiles({ migrationsFolder: migrationsFolder() })

/** In the source beside this file; in a build beside the bundle or one folder above the chunk. */
function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const path = [here, dirname(here)].map((folder) => join(folder, 'migrations')).find(existsSync)
  if (!path) throw new Error(`No migrations beside ${here}`)
  return path
}
