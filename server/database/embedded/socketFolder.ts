import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const socketName = '.s.PGSQL.5432'

/** Maximum length of a Unix socket path that all systems support (104 bytes with the closing NUL on macOS). */
const maxPathBytes = 103

/**
 * The folder through which the socket in `dataDir` is opened. If the path is too long for a socket, this is a
 * short symbolic link to it, which is the same for every process of this user.
 */
export function socketFolder(dataDir: string): string {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return Buffer.byteLength(join(folder, socketName)) <= maxPathBytes ? folder : linkTo(folder)
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
  // Every user can write to the temporary folder, so a link by another user must not redirect us.
  const found = lstatSync(link)
  if (!found.isSymbolicLink() || found.uid !== owner || readlinkSync(link) !== folder) {
    throw new Error(`${link} is not ours; please remove it, or choose a shorter DATA_DIR`)
  }
  return link
}
