import { setTimeout as pause } from 'node:timers/promises'

import { minuteMs } from '#contract/values/indianTime.ts'

const retryMs = 1000

/** Codes of the network and of a PostgreSQL that is starting or stopping. */
const unreachable = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ETIMEDOUT', 'EPIPE', '57P01', '57P03'],
])

/** Whether the database could not be reached, for example because it is still starting. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const {
    code,
    syscall,
    cause,
    errors = [],
  } = error as Error & {
    code?: string
    syscall?: string
    errors?: unknown[]
  }
  // A socket that is not there, but no other missing file.
  if (code === 'ENOENT') return syscall === 'connect'
  return (code !== undefined && unreachable.has(code)) || [cause, ...errors].some(isUnreachable)
}

type WaitOptions = {
  limitMs?: number
  /** Called once, when the first try has failed. */
  onWait: () => void
}

/**
 * Runs the first work on the database, again as long as the database cannot be reached, for a minute: on a
 * machine that starts, the store is often faster.
 *
 * @throws the last error
 */
export async function waitForDatabase<Result>(
  work: () => Promise<Result>,
  { limitMs = minuteMs, onWait }: WaitOptions,
): Promise<Result> {
  const end = Date.now() + limitMs
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isUnreachable(error) || Date.now() >= end) throw error
      if (tries === 0) onWait()
      await pause(Math.min(retryMs, limitMs))
    }
  }
}
