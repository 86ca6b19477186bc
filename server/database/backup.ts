import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'

import type { MigrationMeta } from 'drizzle-orm/migrator'
import type { Database } from './client/connect.ts'
import { sqlState } from './client/transaction.ts'
import {
  migrate,
  readMigrations,
  readSchemaVersion,
  recreateTables,
  type SchemaVersion,
} from './migrate.ts'

/**
 * A backup is a gzip file of JSON lines, the same for PostgreSQL and the embedded database, so that
 * one can be restored into the other: a header, then each table's name followed by its rows, and at
 * the end the number of rows. A value is PostgreSQL's text representation of it, or null.
 */
type Header = { format: typeof format; takenAt: string; version: SchemaVersion }
type TableLine = { table: string; columns: string[] }
type Row = (string | null)[]
type Footer = { tables: number; rows: number }

const format = 'pehno-backup-1'
const batchSize = 500

type BackupCounts = { tables: number; rows: number; bytes: number }

/**
 * Writes a consistent snapshot of the database to a new file that only its owner can read. The store can
 * keep running meanwhile.
 *
 * @throws Error if the file exists, or if the database has no tables of the store
 */
export async function writeBackup(db: Database, path: string): Promise<BackupCounts> {
  if (await exists(path)) throw alreadyExists(path)
  const folder = dirname(path)
  if (!(await exists(folder))) throw new Error(`The folder ${folder} does not exist`)
  // Two backups to the same path at once must not write into one file.
  const unfinished = `${path}.${randomUUID()}.unfinished`
  const counts = { tables: 0, rows: 0 }
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read, read only`)
      await withoutTimeouts(tx)
      const lines = Readable.from(linesOf(tx, counts))
      const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })
      await pipeline(lines, createGzip(), file)
    })
    // Unlike a rename it does not replace a file that has appeared meanwhile.
    await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? alreadyExists(path) : error
    })
  } finally {
    await rm(unfinished, { force: true })
  }
  return { ...counts, bytes: (await stat(path)).size }
}

const alreadyExists = (path: string) => new Error(`${path} already exists`)

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Copying a large table takes longer than any call of the store may. */
async function withoutTimeouts(tx: Database): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`)
  await tx.execute(sql`set local lock_timeout = 0`)
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
}

async function* linesOf(tx: Database, counts: { tables: number; rows: number }) {
  const version = await readSchemaVersion(tx)
  if (!version) throw new Error('This database contains no store')
  await tx.execute(sql`set local timezone = 'UTC'`)
  await tx.execute(sql`set local datestyle = 'ISO'`)
  const line = (value: Header | TableLine | Row | Footer) => `${JSON.stringify(value)}\n`
  yield line({ format, takenAt: new Date().toISOString(), version })
  for (const { table, columns } of await readTables(tx)) {
    const names = columns.map(({ name }) => name)
    yield line({ table, columns: names })
    counts.tables++
    for await (const row of rowsOf(tx, table, names)) {
      yield line(row)
      counts.rows++
    }
  }
  yield line({ tables: counts.tables, rows: counts.rows })
}

/** Reads with a cursor, because a table may be larger than the memory. */
async function* rowsOf(tx: Database, table: string, columns: string[]): AsyncIterable<Row> {
  const values = columns.map((name, at) => `${quoteIdentifier(name)}::text as c${at}`).join(', ')
  await tx.execute(
    sql.raw(`declare backup no scroll cursor for select ${values} from ${quoteIdentifier(table)}`),
  )
  for (;;) {
    const { rows } = await tx.execute<Record<string, string | null>>(
      sql.raw(`fetch ${batchSize} from backup`),
    )
    for (const row of rows) yield columns.map((_, at) => row[`c${at}`] ?? null)
    if (rows.length < batchSize) break
  }
  await tx.execute(sql`close backup`)
}

const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`

type Table = { table: string; columns: { name: string; type: string }[] }

/** All tables with their writable columns, ordered so that referenced tables come first. */
async function readTables(tx: Database): Promise<Table[]> {
  const { rows } = await tx.execute<{ table: string; name: string; type: string }>(sql`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.atttypid <> 'xid8'::regtype
    order by c.relname, a.attnum`)
  const { rows: links } = await tx.execute<{ table: string; target: string }>(sql`
    select distinct c.relname as table, t.relname as target
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.oid <> t.oid`)
  const byName = new Map<string, Table>()
  for (const { table, ...column } of rows) {
    const entry = byName.get(table)
    if (entry) entry.columns.push(column)
    else byName.set(table, { table, columns: [column] })
  }
  const ordered = new Set<Table>()
  const add = (name: string) => {
    const table = byName.get(name)
    if (!table || ordered.has(table)) return
    for (const { target } of links.filter((link) => link.table === name)) add(target)
    ordered.add(table)
  }
  for (const name of byName.keys()) add(name)
  return [...ordered]
}

/**
 * The foreign keys from a table to itself. They are off during a restore, because a row may come before
 * the one that it refers to.
 */
async function readSelfReferences(tx: Database) {
  const { rows } = await tx.execute<{ table: string; name: string; definition: string }>(sql`
    select quote_ident(c.relname) as table, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.confrelid = c.oid and c.relnamespace = 'public'::regnamespace`)
  return rows
}

type RestoredBackup = { takenAt: string; tables: number; rows: number }

/**
 * Replaces the contents of the database with a backup and migrates it to this version, in one transaction:
 * a damaged file changes nothing. The database must not be in use.
 *
 * @throws Error if the file is not a complete backup; NewerDatabaseError if it is from a newer version
 */
export async function restoreBackup(
  db: Database,
  path: string,
  migrations = readMigrations(),
): Promise<RestoredBackup> {
  const lines = readLines(path)
  try {
    return await restoreLines(db, { path, lines, migrations })
  } finally {
    // Closes the file, however far it was read.
    await lines.return(undefined)
  }
}

type Restore = {
  path: string
  lines: AsyncGenerator<Line, undefined>
  migrations: MigrationMeta[]
}

function restoreLines(db: Database, { path, lines, migrations }: Restore): Promise<RestoredBackup> {
  return db.transaction(async (tx) => {
    await withoutTimeouts(tx)
    await requireNoOtherSessions(tx)
    const { value: first } = await lines.next()
    const header = first as Header | undefined
    if (header?.format !== format) throw new Error(`${path} is not a backup of the store`)
    await recreateTables(tx, header.version, migrations)
    const tables = new Map((await readTables(tx)).map((table) => [table.table, table]))
    for (const { table } of tables.values()) await setTriggers(tx, table, 'disable')
    // Rows that migrations insert are in the backup already.
    await tx.execute(sql.raw(`truncate ${[...tables.keys()].map(quoteIdentifier).join(', ')}`))
    const selfReferences = await readSelfReferences(tx)
    for (const { table, name } of selfReferences) {
      await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`))
    }
    const counts = await loadRows(tx, lines, tables)
    for (const { table, name, definition } of selfReferences) {
      const added = `alter table ${table} add constraint ${name} ${definition}`
      await tx.execute(sql.raw(added)).catch(rethrowAsDamaged)
    }
    for (const table of tables.values()) await setSequences(tx, table)
    for (const { table } of tables.values()) await setTriggers(tx, table, 'enable')
    await migrate(tx, migrations)
    return { takenAt: header.takenAt, ...counts }
  })
}

/**
 * Rejects if other sessions of the same role exist, which are those of the store; monitoring uses another
 * role. A session that was just closed may be listed for another moment.
 */
async function requireNoOtherSessions(tx: Database): Promise<void> {
  for (let attempt = 1; (await countOtherSessions(tx)) > 0; attempt++) {
    if (attempt === maxChecks) {
      throw databaseInUse()
    }
    await setTimeout(checkPauseMs)
  }
}

export const databaseInUse = () => new Error('The database is in use. Please stop the store first')

const maxChecks = 30
const checkPauseMs = 100

async function countOtherSessions(tx: Database): Promise<number> {
  // Without this, a transaction sees the sessions as of its first query.
  await tx.execute(sql`select pg_stat_clear_snapshot()`)
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and usename = current_user and pid <> pg_backend_pid()`)
  return rows[0]?.count ?? 0
}

const damagedError = () => new Error('The backup is damaged. Nothing was restored.')

type Line = Header | TableLine | Row | Footer

async function* readLines(path: string): AsyncGenerator<Line, undefined> {
  const file = createReadStream(path)
  const unzipped = createGunzip()
  const piped = pipeline(file, unzipped)
  // It is awaited below; until then, a rejection must not count as unhandled.
  piped.catch(() => {})
  const lines = createInterface({ input: unzipped, crlfDelay: Infinity })
  // A file that is closed before its end is an error for those who no longer read it.
  lines.on('error', () => {})
  try {
    for await (const line of lines) {
      yield JSON.parse(line) as Line
    }
    await piped
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error
    throw damagedError()
  } finally {
    file.destroy()
  }
}

async function loadRows(
  tx: Database,
  lines: AsyncGenerator<Line, undefined>,
  tableByName: Map<string, Table>,
): Promise<{ tables: number; rows: number }> {
  let [tables, rows] = [0, 0]
  let target: Table | undefined
  let batch: Row[] = []
  const flush = async () => {
    if (target && batch.length > 0) await insertRows(tx, target, batch).catch(rethrowAsDamaged)
    batch = []
  }
  for await (const line of lines) {
    if (Array.isArray(line)) {
      batch.push(line)
      rows++
      if (batch.length === batchSize) await flush()
    } else if ('table' in line) {
      await flush()
      target = columnsOfLine(tableByName.get(line.table), line)
      tables++
    } else if ('rows' in line) {
      await flush()
      if (line.rows === rows && line.tables === tables) return { tables, rows }
    }
  }
  throw damagedError()
}

/** The columns in the order of the file, with their types. */
function columnsOfLine(table: Table | undefined, line: TableLine): Table {
  const columns = line.columns.map((name) => table?.columns.find((column) => column.name === name))
  if (!table || columns.some((column) => !column)) throw damagedError()
  return { table: table.table, columns: columns.filter((column) => column !== undefined) }
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation) mean a damaged backup. */
function rethrowAsDamaged(error: unknown): never {
  throw /^2[23]/.test(sqlState(error) ?? '') ? damagedError() : error
}

async function insertRows(tx: Database, { table, columns }: Table, rows: Row[]): Promise<void> {
  const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ')
  const values = columns.map(({ type }, at) => `c${at}::${type}`).join(', ')
  const aliases = columns.map((_, at) => `c${at}`).join(', ')
  const lists = columns.map(
    (_, at) => sql`${sql.param(rows.map((row) => row[at] ?? null))}::text[]`,
  )
  await tx.execute(
    sql`${sql.raw(
      `insert into ${quoteIdentifier(table)} (${names}) overriding system value select ${values} from unnest(`,
    )}${sql.join(lists, sql`, `)}${sql.raw(`) as x(${aliases})`)}`,
  )
}

/** Triggers are off during a restore, because the rows already contain their results. */
const setTriggers = (tx: Database, table: string, action: 'enable' | 'disable') =>
  tx.execute(sql.raw(`alter table ${quoteIdentifier(table)} ${action} trigger user`))

async function setSequences(tx: Database, { table, columns }: Table): Promise<void> {
  for (const { name } of columns) {
    const { rows } = await tx.execute<{ sequence: string | null }>(
      sql`select pg_get_serial_sequence(${`public.${quoteIdentifier(table)}`}, ${name}) as sequence`,
    )
    const sequence = rows[0]?.sequence
    if (!sequence) continue
    const last = `(select max(${quoteIdentifier(name)}) from ${quoteIdentifier(table)})`
    await tx.execute(
      sql.raw(`select setval('${sequence}', coalesce(${last}, 1), ${last} is not null)`),
    )
  }
}
