import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

import { escapeControlCharacters } from '#contract/api/fields.ts'

type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/** Thrown if the answer was no, or if there is no terminal to ask on. */
export class NotConfirmed extends Error {}

/**
 * Asks for confirmation before an irreversible action. `--yes` confirms it in scripts; without `--yes` and
 * without a terminal the action is refused.
 *
 * @throws NotConfirmed
 */
export async function confirm(
  question: string,
  { yes = false }: { yes?: boolean },
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (yes) return
  if (!input.isTTY) {
    throw new NotConfirmed(`${question} This can't be undone: repeat the command with --yes`)
  }
  const terminal = createInterface({ input, output })
  // At the end of the input (Ctrl-D) the question's promise would never settle.
  const ended = once(terminal, 'close').then(() => '')
  const asked = terminal.question(
    `${escapeControlCharacters(question)} This can't be undone. [y/N] `,
  )
  const answer = await Promise.race([asked, ended])
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new NotConfirmed('Nothing was changed')
}
