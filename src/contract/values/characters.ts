/**
 * What every value that people type or paste has in common. A first view uses this module, so it is
 * small and without the schema library; texts with words in them are cleaned by `api/fields.ts`.
 */

/**
 * Invisible characters, and characters that change the order or the position of others: control and
 * format characters, bidirectional overrides, fillers, private use. Joiners are not among them, because
 * some scripts need them.
 */
export const invisible =
  /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Surrogate}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180D\u180F\u2065\u2800\u3164\uFE00-\uFE0E\uFFA0\u{E0100}-\u{E01EF}]/gu
export const joiners = /[\u200C\u200D\uFE0F]/gu

/** Removes invisible characters, joiners included. */
export const withoutInvisible = (text: string): string =>
  text.replace(invisible, '').replace(joiners, '')

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint))

/** Writes the digits of every script as 0 to 9. In Unicode each script has them side by side, from 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0
    let before = 0
    while (isDigit(codePoint - before - 1)) before++
    return String(before % 10)
  })

/** Text without words, such as a number or a code: no invisible characters, no full-width ones, digits 0 to 9. */
export const plainCharacters = (typed: string): string =>
  asciiDigits(withoutInvisible(typed.replace(/\s/gu, ' ').normalize('NFKC')))

/**
 * The next value of a field for a fixed number of digits: another digit typed after the last one is ignored.
 * A pasted number is never cut, because the rest would be a different number.
 */
export const ignoreExtraDigit = (typed: string, before: string, digits: number): string =>
  before.length === digits && typed.length === digits + 1 && typed.startsWith(before)
    ? before
    : typed
