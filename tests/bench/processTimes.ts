import { readdirSync, readFileSync } from 'node:fs'

/** How many times a second Linux counts. */
const ticksPerSecond = 100

/** User and system time of a process and of the children it has buried, in ms. */
export function cpuMsOf(pid: number): number {
  const [user, system, ofGone, systemOfGone] = statOf(pid).slice(11, 15).map(Number)
  const ticks = (user ?? 0) + (system ?? 0) + (ofGone ?? 0) + (systemOfGone ?? 0)
  return (ticks * 1000) / ticksPerSecond
}

/** The same with all processes it has begun and that are still there, such as PostgreSQL's. */
export function familyCpuMsOf(pid: number): number {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid,
  )
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + cpuMsOf(one), 0)
}

/** Who has begun it; 0 where it is gone. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1] ?? 0)
}

export function residentMiBOf(pid: number): number {
  const found = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))
  return Math.round(Number(found?.[1] ?? 0) / 1024)
}

/** What stands behind the name of the program, which may hold blanks: its state comes first. */
function statOf(pid: number): string[] {
  return read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
}

/** Processes come and go while they are counted. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
