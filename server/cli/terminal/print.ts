import { escapeControlCharacters } from '#contract/api/fields.ts'

/** Prints a line to the terminal. Whatever customers wrote into it is shown, never carried out. */
export function print(line: string): void {
  console.log(escapeControlCharacters(line))
}

/** Prints JSON in which everything that a terminal would carry out is escaped, as JSON escapes it. */
export function printJson(value: unknown): void {
  console.log(
    JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) =>
      [...Array(sign.length).keys()]
        .map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''),
    ),
  )
}

/** Prints rows in columns, each as wide as its longest text; nothing where there are none. */
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

/** 2026-11-23 14:05, in India. */
export const moment = (at: Date) => indianTime.format(at).replace(', ', ' ')
