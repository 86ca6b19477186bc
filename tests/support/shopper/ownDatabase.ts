import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Database } from '#server/database/client/connect.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { freshDatabase, isOnPostgres } from '#tests/support/database/freshDatabase.ts'
import { keepOutDemo } from './givens.ts'

/**
 * A database and settings for a store of its own, of the kind that the run uses. On PostgreSQL it gets the demo
 * catalogue, which takes seconds, only if asked.
 */
export async function createOwnDatabase({ hasDemo = false } = {}) {
  if (isOnPostgres) {
    const { url, drop } = await freshDatabase()
    const settings = { DATABASE_URL: url, ...quietSettings }
    if (!hasDemo) await connectInside(settings, keepOutDemo)
    return { settings, drop }
  }
  const folder = mkdtempSync(join(tmpdir(), 'pehno-crash-'))
  const drop = async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return { settings: { DATA_DIR: folder, DATABASE_URL: '', ...quietSettings }, drop }
}

const quietSettings = { COURIER_STEP_SECONDS: '0', STORE_MODE: 'demo', RATE_LIMITS: 'off' }

/** Connects to the database beside the running store. */
export async function connectInside<Result>(
  { DATA_DIR = '', DATABASE_URL = '' }: { DATA_DIR?: string; DATABASE_URL?: string },
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const databaseUrl = DATABASE_URL || undefined
  const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl })
  try {
    return await work(db)
  } finally {
    await close()
  }
}
