import { vi } from 'vitest'

import { type ExitCode, runStore } from '#server/cli/runStore.ts'

type CommandResult = { code: ExitCode; out: string; err: string; json: <Value>() => Value }

/**
 * Runs a command as it is typed after `store`, on the database in DATABASE_URL. There is no
 * terminal to ask for confirmation, as in a script.
 */
export async function runStoreCommand(...words: string[]): Promise<CommandResult> {
  const output = { out: [] as string[], err: [] as string[] }
  const keep = (lines: string[]) => (line: unknown) => void lines.push(String(line))
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(keep(output.out)),
    vi.spyOn(console, 'error').mockImplementation(keep(output.err)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => (keep(output.out)(text), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => (keep(output.err)(text), true)),
  ]
  try {
    const code = await runStore(words)
    const out = output.out.join('\n')
    return { code, out, err: output.err.join('\n'), json: <Value>() => JSON.parse(out) as Value }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
