import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openConnection } from '#server/database/client/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded } from '#server/database/embedded/openEmbedded.ts'
import { findPostgres, postgresAdvice } from '#tests/support/database/findPostgres.ts'
import { openCopyOf, runOnServer } from '#tests/support/database/freshDatabase.ts'
import { startPostgres } from '#tests/support/database/startPostgres.ts'

/**
 * Prepares an empty store (API_TEMPLATE) before the API tests, of which each test may open a copy.
 * With API_DATABASE=postgres it is a PostgreSQL database, else an embedded one. Starting an
 * embedded database takes a second, so one copy (DATABASE_URL) serves all tests that roll back.
 */
export default async function apiDatabase(): Promise<() => Promise<void>> {
  return process.env.API_DATABASE === 'postgres' ? onPostgres() : onEmbedded()
}

async function onPostgres() {
  const { url, stop } = await postgresServer()
  const template = `pehno_${randomBytes(6).toString('hex')}`
  await runOnServer(url, `create database ${template}`)
  const templateUrl = Object.assign(new URL(url), { pathname: template }).href
  await makeEmptyStore(templateUrl)
  process.env.API_TEMPLATE = templateUrl

  return async () => {
    for (const name of await copiesLeft(url, template)) {
      await runOnServer(url, `drop database ${name} with (force)`)
    }
    await runOnServer(url, `drop database ${template} with (force)`)
    await stop()
  }
}

/** The databases that workers kept until the end. */
async function copiesLeft(url: string, template: string): Promise<string[]> {
  const query = `select datname from pg_database where datname like '${template}\\_%'`
  const rows = (await runOnServer(url, query)) as { datname: string }[]
  return rows.map(({ datname }) => datname)
}

async function postgresServer() {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => {} }
  const programs = findPostgres()
  if (!programs) throw new Error(postgresAdvice)
  return startPostgres(programs)
}

async function onEmbedded() {
  const template = mkdtempSync(join(tmpdir(), 'pehno-template-'))
  process.once('exit', () => rmSync(template, { recursive: true, force: true }))
  const made = await openEmbedded(template)
  await makeEmptyStore(made.url)
  await made.close()
  process.env.API_TEMPLATE = template

  const copy = await openCopyOf(template)
  process.env.DATABASE_URL = copy.url
  return copy.drop
}

async function makeEmptyStore(url: string) {
  const { db, close } = openConnection(url)
  await migrate(db)
  await close()
}
