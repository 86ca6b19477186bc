import { escapeControlCharacters } from '#contract/api/fields.ts'

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
export const rupees = (paise: number) => `₹${rupeesFormat.format(paise / 100)}`

const indianTime = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
})

/** Formats a time in India: 2026-11-23 14:05. */
export const moment = (at: Date) => indianTime.format(at).replace(', ', ' ')
