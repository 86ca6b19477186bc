import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'

/** A process, told apart from a later one that was given the same number. */
export type Owner = { pid: number; startedAt: string; bootId: string }

export const thisProcess = (): Owner => ({
  pid: process.pid,
  startedAt: startOf(process.pid) ?? '',
  bootId: bootId(),
})

export const isRunning = ({ pid, startedAt, bootId: boot }: Owner) =>
  boot === bootId() && startOf(pid) === startedAt

/** When a process was started, in whatever words the system has for it; undefined: there is none. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name comes in brackets and may hold anything; state is the first field after it.
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
