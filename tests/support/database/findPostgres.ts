import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { canInstall, installPackage } from '#tests/support/browsers/debianPackages.ts'

/** The programs that create and run the tests' own PostgreSQL. */
export type PostgresPrograms = { initdb: string; postgres: string }

/**
 * The folder of PostgreSQL's programs, or undefined. It is installed first where that needs no
 * password.
 */
export function findPostgres(): PostgresPrograms | undefined {
  const found = findInstalled()
  if (found || !process.env.CI || !canInstall()) return found
  installPackage('postgresql')
  return findInstalled()
}

/** Advice for machines without PostgreSQL. */
export const postgresAdvice =
  'PostgreSQL was not found. Install it (on Debian: apt-get install postgresql), put its programs ' +
  'on the PATH, or set TEST_DATABASE_URL to a server on which the tests may create databases.'

function findInstalled(): PostgresPrograms | undefined {
  return candidates()
    .map((folder) => ({ initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }))
    .find(({ initdb, postgres }) => existsSync(initdb) && existsSync(postgres))
}

function candidates(): string[] {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...onPath, ...debianFolders(), '/opt/homebrew/bin', '/usr/pgsql/bin']
}

/** Debian keeps the programs out of the PATH, in a folder per version; the newest comes first. */
function debianFolders(): string[] {
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return []
  const newestFirst = readdirSync(versions).sort((a, b) => Number(b) - Number(a))
  return newestFirst.map((version) => join(versions, version, 'bin'))
}
