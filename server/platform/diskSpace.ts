import { sqlState } from '#server/database/inTransaction.ts'
import { clock } from './clock.ts'

/** PostgreSQL's code for a full disk, and the operating system's. */
const fullDisk = new Set(['53100', 'ENOSPC'])

/** For so long after a write that failed the store calls itself not ready. */
const rememberedMs = 60_000
let failedAt = -Infinity

/** Whether this error comes from a full disk. If so, `isDiskFull` is true for a minute. */
export function noteDiskFull(error: unknown): boolean {
  const isFull = fullDisk.has(sqlState(error) ?? '')
  if (isFull) failedAt = clock.now().getTime()
  return isFull
}

export const isDiskFull = (): boolean => clock.now().getTime() - failedAt < rememberedMs
