import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

import { escapeControlCharacters } from '#contract/api/fields.ts'

type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/** What is answered with no, or cannot be asked. */
export class NotConfirmed extends Error {}

/**
 * Asks before something that cannot be undone. `--yes` answers for scripts; without it and without a
 * terminal nothing is done.
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
  // The end of the input (Ctrl-D) answers nothing by itself.
  const ended = once(terminal, 'close').then(() => '')
  const asked = terminal.question(
    `${escapeControlCharacters(question)} This can't be undone. [y/N] `,
  )
  const answer = await Promise.race([asked, ended])
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new NotConfirmed('Nothing was changed')
}
