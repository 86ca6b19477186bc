import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

import { openEmbedded } from '#server/database/embedded/openEmbedded.ts'

export type FreshDatabase = { url: string; drop: () => Promise<void> }

/** Whether the API tests run on PostgreSQL; tests of locks need it. */
export const isOnPostgres = process.env.API_DATABASE === 'postgres'

/** A migrated, empty database for one test, of the kind that the run uses. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const template = process.env.API_TEMPLATE
  if (!template) throw new Error('Only API tests have databases: this stands outside tests/api')
  return template.startsWith('postgres') ? cloneOf(template) : openCopyOf(template)
}

async function cloneOf(template: string): Promise<FreshDatabase> {
  const original = new URL(template)
  const empty = original.pathname.slice(1)
  const name = `${empty}_${randomBytes(6).toString('hex')}`
  const server = Object.assign(new URL(template), { pathname: 'postgres' }).href
  await runOnServer(server, `create database ${name} template ${empty}`)
  return {
    url: Object.assign(original, { pathname: name }).href,
    drop: async () => {
      await runOnServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * Copies an embedded database that is not open and opens the copy in this process. The copy is in the
 * template's folder, which is removed after the run: a worker may be stopped before it removes its own.
 */
export async function openCopyOf(template: string): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(template, 'copy-'))
  cpSync(join(template, 'database'), join(folder, 'database'), { recursive: true })
  const { url, close } = await openEmbedded(folder)
  const drop = async () => {
    await close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { url, drop }
}

/** Runs one statement on a PostgreSQL server, outside any transaction, and returns its rows. */
export async function runOnServer(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
