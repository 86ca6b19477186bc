import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const pathOf = (program: string) => fileURLToPath(new URL(program, import.meta.url))

export type RunningStore = {
  origin: string
  /** Kills the process, as a power cut does. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts the store from source in its own process, on a free port. Its output is discarded, or
 * written to `logs` (an open file).
 */
export async function startStore(
  settings: Record<string, string>,
  logs: number | 'ignore' = 'ignore',
  program: 'storeChild.ts' | 'killableChild.ts' = 'storeChild.ts',
): Promise<RunningStore> {
  const store = fork(pathOf(program), [], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, VITEST: undefined, LOG_LEVEL: 'fatal', PORT: '0', ...settings },
    stdio: ['ignore', logs, 'inherit', 'ipc'],
  })
  const ended = once(store, 'exit')
  const [port] = (await Promise.race([
    once(store, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The store ended with ${String(code)}`))),
  ])) as [number]
  const end = async (signal: NodeJS.Signals) => {
    store.kill(signal)
    await ended
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
