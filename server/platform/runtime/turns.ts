import { setImmediate as nextTurn } from 'node:timers/promises'

/** So long a computation may keep requests waiting. */
const maxTurnMs = 15

/**
 * Divides a long computation into turns of the event loop. The returned function is called at each place where it may be
 * interrupted, and lets requests be handled once the turn has taken long enough. By time and not by
 * steps, because under load each interruption waits for all requests that are ready.
 */
export function createTurns(): () => Promise<void> {
  let startedMs = performance.now()
  return async () => {
    if (performance.now() - startedMs < maxTurnMs) return
    await nextTurn()
    startedMs = performance.now()
  }
}
