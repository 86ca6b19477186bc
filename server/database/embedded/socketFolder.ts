import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const socketName = '.s.PGSQL.5432'

/** What an address of a Unix socket may be long on every system, with its closing zero. */
const longestPath = 103

/**
 * The folder by which the socket in `dataDir` is reached. Where the way there is too long for the
 * address of a socket, that is a short link to it, the same for every process of this user.
 */
export function socketFolder(dataDir: string): string {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return Buffer.byteLength(join(folder, socketName)) <= longestPath ? folder : linkTo(folder)
}

function linkTo(folder: string): string {
  const owner = process.getuid?.() ?? 0
  const name = createHash('sha256').update(`${owner}:${folder}`).digest('hex').slice(0, 16)
  const link = join(tmpdir(), `store-${name}`)
  try {
    symlinkSync(folder, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // The folder of links is open to all: another's link must not lead us to another's database.
  const found = lstatSync(link)
  if (!found.isSymbolicLink() || found.uid !== owner || readlinkSync(link) !== folder) {
    throw new Error(`${link} is not ours; please remove it, or choose a shorter DATA_DIR`)
  }
  return link
}
