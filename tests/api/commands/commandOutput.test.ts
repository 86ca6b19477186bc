import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(import.meta.resolve('#server/cli/store.ts'))

/** Runs `store --help` in its own process with this standard output. */
function startHelp(stdout: 'pipe' | number) {
  const command = spawn(process.execPath, ['--import', 'tsx', program, '--help'], {
    stdio: ['ignore', stdout, 'pipe'],
    env: { ...process.env, VITEST: undefined },
  })
  const ended = once(command, 'exit')
  return { command, end: async () => [await text(command.stderr!), (await ended)[0] as number] }
}

test('a reader that closes the pipe early causes no error [ops.1]', async () => {
  const { command, end } = startHelp('pipe')
  command.stdout?.destroy()

  expect(await end()).toEqual(['', 0])
}, 30_000)

test.runIf(existsSync('/dev/full'))(
  'output onto a full disk fails [ops.1]',
  async () => {
    const full = openSync('/dev/full', 'w')
    const { end } = startHelp(full)
    closeSync(full)

    expect(await end()).toEqual([
      'There is no space left on the disk. The output is incomplete.\n',
      1,
    ])
  },
  120_000,
)
