import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { tmpdir } from 'node:os'

/** The claim with the highest number is the valid one. A released claim has no owner. */
type Claim = { number: number; owner: Owner | undefined }

export type FolderClaim = { release: () => void }

/**
 * Makes this process the owner of a folder. Returns undefined if a running process owns it. Claims are
 * numbered files `owner.1`, `owner.2` …; a claim is made by linking the next number, which only one
 * process can do. The highest file is never deleted, so a slow process finds it and steps back.
 */
export function claimFolder(folder: string): FolderClaim | undefined {
  const last = newestClaim(folder)
  if (last.owner && isRunning(last.owner)) return undefined
  const number = last.number + 1
  if (!writeClaim(folder, number)) return undefined
  if (newestClaim(folder).number > number) {
    rmSync(claimPath(folder, number), { force: true })
    return undefined
  }
  for (const older of claimNumbers(folder)) {
    if (older < number) rmSync(claimPath(folder, older), { force: true })
  }
  return { release: () => releaseClaim(folder, number) }
}

const claimPath = (folder: string, number: number) => join(folder, `owner.${number}`)

function claimNumbers(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const [, number] = /^owner\.(\d+)$/.exec(name) ?? []
    return number ? [Number(number)] : []
  })
}

function newestClaim(folder: string): Claim {
  const number = Math.max(0, ...claimNumbers(folder))
  if (number === 0) return { number, owner: undefined }
  try {
    const text = readFileSync(claimPath(folder, number), 'utf8')
    return { number, owner: text ? (JSON.parse(text) as Owner) : undefined }
  } catch (error) {
    // A newer claim has replaced it since the folder was read.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return newestClaim(folder)
    throw error
  }
}

/** `link` is atomic and never replaces a file. Returns false if another process was faster. */
function writeClaim(folder: string, number: number): boolean {
  const draft = join(folder, `claim.${randomUUID()}`)
  writeFileSync(draft, JSON.stringify(thisProcess()), { mode: 0o600 })
  try {
    linkSync(draft, claimPath(folder, number))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Leaves the file empty, so that the next claim continues its numbering. */
function releaseClaim(folder: string, number: number) {
  const draft = join(folder, `claim.${randomUUID()}`)
  writeFileSync(draft, '', { mode: 0o600 })
  renameSync(draft, claimPath(folder, number))
}

/** Identifies a process. Start time and boot id tell it from a later process with the same pid. */
type Owner = { pid: number; startedAt: string; bootId: string }

export const thisProcess = (): Owner => ({
  pid: process.pid,
  startedAt: startOf(process.pid) ?? '',
  bootId: bootId(),
})

export const isRunning = ({ pid, startedAt, bootId: boot }: Owner) =>
  boot === bootId() && startOf(pid) === startedAt

/** The start time of a process in the system's own format; undefined if it is not running. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in parentheses and may contain any character; the state is the first field after it.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : fields[18]
  } catch {
    return undefined
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

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
  return Buffer.byteLength(join(folder, socketName)) <= maxPathBytes
    ? folder
    : createSymlink(folder)
}

function createSymlink(folder: string): string {
  const owner = process.getuid?.() ?? 0
  const name = createHash('sha256').update(`${owner}:${folder}`).digest('hex').slice(0, 16)
  const link = join(tmpdir(), `store-${name}`)
  try {
    symlinkSync(folder, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Every user can write to the temporary folder, so a link by another user must not redirect us.
  const stats = lstatSync(link)
  if (!stats.isSymbolicLink() || stats.uid !== owner || readlinkSync(link) !== folder) {
    throw new Error(
      `${link} belongs to another user; please remove it, or choose a shorter DATA_DIR`,
    )
  }
  return link
}
