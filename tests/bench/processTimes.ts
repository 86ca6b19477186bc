import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second on Linux. */
const ticksPerSecond = 100

/** User and system time of a process and of its ended children, in ms. */
export function cpuMsOf(pid: number): number {
  const [user, system, endedUser, endedSystem] = statOf(pid).slice(11, 15).map(Number)
  const ticks = (user ?? 0) + (system ?? 0) + (endedUser ?? 0) + (endedSystem ?? 0)
  return (ticks * 1000) / ticksPerSecond
}

/** CPU time of a process and its running children, such as PostgreSQL's processes, in ms. */
export function cpuMsWithChildren(pid: number): number {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid,
  )
  return [pid, ...children.map(Number)].reduce((sum, childPid) => sum + cpuMsOf(childPid), 0)
}

/** The parent's id; 0 if the process has ended. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1] ?? 0)
}

export function residentMiBOf(pid: number): number {
  const found = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))
  return Math.round(Number(found?.[1] ?? 0) / 1024)
}

/** The fields after the program's name, which may contain spaces: the state is the first. */
function statOf(pid: number): string[] {
  return read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
}

/** Empty if the file is missing, because processes end while they are counted. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
