import { InvalidArgumentError } from 'commander'
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import * as v from 'valibot'

import { escapeControlCharacters, singleLineText } from '#contract/api/fields.ts'
import { cleanCode, isPinCode } from '#contract/values/codes.ts'
import { personName } from '#contract/values/personName.ts'
import { cleanPhone, phonePattern } from '#contract/values/phone.ts'
import { dayMs } from '#server/platform/runtime/clock.ts'

export type JsonOption = { json?: boolean }
export type YesOption = { yes?: boolean }

export const jsonOption = ['--json', 'print JSON instead of text'] as const
export const yesOption = ['-y, --yes', 'do not ask for confirmation'] as const

/** The purchase types as they are written in a command and as they are stored. */
export const purchaseTypes = { standard: 'Standard', 'try-and-buy': 'Try and Buy' } as const
export type PurchaseTypeName = keyof typeof purchaseTypes

// The parsers of arguments and options run before the command; a value that they reject is a usage error.

export function parsePhone(value: string): string {
  const digits = cleanPhone(value)
  if (!phonePattern.test(digits)) throw new InvalidArgumentError('Must be an Indian mobile number.')
  return digits
}

export function parsePersonName(value: string): string {
  const { success, output } = v.safeParse(personName(80), value)
  if (!success) throw new InvalidArgumentError('Must be a name of letters, up to 80 characters.')
  return output
}

export function parsePincode(text: string): string {
  const pincode = cleanCode(text)
  if (!isPinCode(pincode)) throw new InvalidArgumentError('A PIN code must have six digits.')
  return pincode
}

/** Parses a date such as 2026-11-23 as the start of that day in India. */
export function parseDay(value: string): Date {
  const noon = new Date(`${value}T12:00:00Z`)
  // Date reads a date that does not exist, such as 2026-02-31, as one of the next month.
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== value) {
    throw new InvalidArgumentError('Must be a date such as 2026-11-23.')
  }
  return new Date(`${value}T00:00:00+05:30`)
}

export const dayAfter = (at: Date) => new Date(at.getTime() + dayMs)

export const parseWholeNumber =
  (min: number, max = 1_000_000) =>
  (value: string): number => {
    const count = /^\d+$/.test(value) ? Number(value) : NaN
    if (!(count >= min && count <= max)) {
      throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}.`)
    }
    return count
  }

/** Parses rupees with up to two decimals as paise; the maximum fits into a database integer. */
export function parseRupees(value: string): number {
  const paise = /^\d+(\.\d{1,2})?$/.test(value) ? Math.round(Number(value) * 100) : NaN
  if (!(paise >= 0 && paise <= 2_000_000_000)) {
    throw new InvalidArgumentError('Must be an amount in rupees, such as 1499 or 1499.50.')
  }
  return paise
}

/** Accepts a text of 1 to `max` characters. Invisible characters are removed, because customers see it. */
export const parseShortText =
  (max: number) =>
  (value: string): string => {
    const { success, output } = v.safeParse(singleLineText({ min: 1, max }), value)
    if (!success) throw new InvalidArgumentError(`Must have 1 to ${max} characters.`)
    return output
  }

type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/** Thrown if the answer was no, or if there is no terminal to ask on. */
class NotConfirmedError extends Error {}

type ConfirmOptions = {
  yes?: boolean
  /** What the action means for later; by default that it can't be undone. */
  consequence?: string | undefined
}

/**
 * Asks for confirmation before an action. `--yes` confirms it in scripts; without `--yes` and without a
 * terminal the action is refused.
 *
 * @throws NotConfirmedError
 */
export async function confirm(
  question: string,
  { yes = false, consequence = "This can't be undone." }: ConfirmOptions,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (yes) return
  if (!input.isTTY) {
    throw new NotConfirmedError(`${question} ${consequence} Repeat the command with --yes`)
  }
  const terminal = createInterface({ input, output })
  // At the end of the input (Ctrl-D) the question's promise would never settle.
  const inputEnd = once(terminal, 'close').then(() => '')
  const prompt = terminal.question(`${escapeControlCharacters(question)} ${consequence} [y/N] `)
  const answer = await Promise.race([prompt, inputEnd])
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new NotConfirmedError('Nothing was changed')
}

/** Prints a line to the terminal. Control characters are escaped, because customers may have typed them. */
export function print(line: string): void {
  console.log(escapeControlCharacters(line))
}

/** Prints JSON in which control characters are written as JSON escapes, so that a terminal does not execute them. */
export function printJson(value: unknown): void {
  console.log(
    JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) =>
      [...Array(sign.length).keys()]
        .map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''),
    ),
  )
}

/** Prints rows in columns, each as wide as its longest text. Prints nothing for no rows. */
export function printTable(rows: string[][]): void {
  const widths: number[] = []
  for (const row of rows) {
    for (const [at, text] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, text.length)
  }
  for (const row of rows) {
    print(
      row
        .map((text, at) => text.replaceAll('\n', ' ').padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}

const rupeesFormat = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 })

/** ₹1,29,999.00 */
export const formatRupees = (paise: number) => `₹${rupeesFormat.format(paise / 100)}`

const indianTime = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
})

/** Formats a time in India: 2026-11-23 14:05. */
export const formatTime = (at: Date) => indianTime.format(at).replace(', ', ' ')

/** A day in India, such as 2026-11-23. */
export const formatDay = (at: Date) => formatTime(at).slice(0, 10)
