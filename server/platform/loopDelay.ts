import { monitorEventLoopDelay } from 'node:perf_hooks'

const everyMs = 10
const delays = monitorEventLoopDelay({ resolution: everyMs })
delays.enable()

/** How late this process looked up from its work, the worst hundredth since it was asked last. */
export function takeLoopDelayMs(): number {
  const ms = delays.percentile(99) / 1_000_000 - everyMs
  delays.reset()
  return Math.max(0, Math.round(ms * 10) / 10)
}
