import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { Client } from 'pg'

import type { PostgresPrograms } from './findPostgres.ts'
import { freePort } from '#tests/support/server/freePort.ts'

type TestPostgres = {
  url: string
  /** Reads what was logged since the last call, with `logsPlansMs`. */
  readLog: () => string
  /** Kills the server, as if its machine failed. */
  crash: () => void
  stop: () => Promise<void>
}

type Options = {
  /** Commits reach the disk, for tests that crash the server; slower. */
  isDurable?: boolean
  /** Restarts the server whenever it ends. */
  restartsOnExit?: boolean
  /** Logs the plan of each statement that takes longer than this. */
  logsPlansMs?: number
}

/**
 * Starts a private PostgreSQL in its own folder. It stops when this process ends, even by a kill.
 */
export async function startPostgres(
  programs: PostgresPrograms,
  { isDurable = false, restartsOnExit = false, logsPlansMs }: Options = {},
): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'pehno-postgres-'))
  const owner = unprivilegedUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)

  const cluster = join(folder, 'cluster')
  const newCluster = ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale']
  execFileSync(programs.initdb, [...newCluster, '--no-sync'], { ...owner, cwd: folder })

  const port = await freePort()
  const settings = {
    ...tuning,
    ...(isDurable ? {} : fastSettings),
    ...(logsPlansMs === undefined ? {} : planLog(folder, logsPlansMs)),
    port,
    unix_socket_directories: folder,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const supervisor = spawn(
    'sh',
    [
      '-c',
      restartsOnExit ? restartScript : superviseScript,
      folder,
      programs.postgres,
      '-D',
      cluster,
      ...args,
    ],
    {
      ...owner,
      cwd: folder,
      // A process group of its own, so that Ctrl-C in a terminal reaches it through this process
      // only.
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  const gone = once(supervisor, 'exit')
  let lastLog = ''
  supervisor.stderr.on('data', (text) => (lastLog = `${lastLog}${text}`.slice(-4000)))
  // A server that was not stopped does not keep this process alive.
  supervisor.unref()
  for (const pipe of [supervisor.stdin, supervisor.stderr]) (pipe as Socket).unref()

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilReady(url, () => (supervisor.exitCode === null ? undefined : lastLog))
  const stop = async () => {
    supervisor.ref()
    supervisor.stdin.end()
    await gone
  }
  const crash = () => {
    const [pid] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGQUIT')
  }
  let readUntil = 0
  const readLog = () => {
    const text = readFileSync(join(folder, 'plans.log'), 'utf8')
    const added = text.slice(readUntil)
    readUntil = text.length
    return added
  }
  return { url, readLog, crash, stop }
}

/** Runs PostgreSQL until our end of the pipe closes, even by a kill; then stops it and cleans up. */
const superviseScript = `
exec 3<&0
"$@" & server=$!
(cat <&3; kill -INT $server) >/dev/null 2>&1 &
wait $server
cd / && rm -rf "$0"
`

/** The same with a restart whenever the server ends; a stop during a start is requested again. */
const restartScript = `
exec 3<&0
pid() { head -n 1 "$0/cluster/postmaster.pid"; }
(cat <&3; touch "$0/over"; while sleep 0.1; do kill -INT $(pid); done) >/dev/null 2>&1 & watch=$!
until [ -e "$0/over" ]; do "$@" || sleep 0.1; done
kill $watch
cd / && rm -rf "$0"
`

const tuning = {
  listen_addresses: '127.0.0.1',
  max_connections: 200,
  shared_buffers: '64MB',
  log_min_messages: 'fatal',
}
/**
 * Each entry begins with the prefix. Without the timing of every node, which slows all statements
 * down.
 */
const planLog = (folder: string, slowerThanMs: number) => ({
  logging_collector: 'on',
  log_directory: folder,
  log_filename: 'plans.log',
  log_line_prefix: planPrefix,
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: -1,
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': slowerThanMs,
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
})
export const planPrefix = '@@@ '

const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** PostgreSQL refuses to run as root, so it runs as nobody then. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/**
 * Polls until the server responds; fails with its last log lines if it ended, or after two minutes.
 */
async function untilReady(url: string, lastLogLines: () => string | undefined): Promise<void> {
  const until = Date.now() + 120_000
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      const lastLog = lastLogLines()
      if (lastLog !== undefined) throw new Error(`PostgreSQL did not start: ${lastLog}`)
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
