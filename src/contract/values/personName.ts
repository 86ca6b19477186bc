import * as v from 'valibot'

import { singleLineText } from '#contract/api/fields.ts'

/** Typographic characters, which phones and word processors write, and those that a name is saved with. */
const plainPunctuation: [RegExp, string][] = [
  [/[`\u00B4\u02B9\u02BB-\u02BD\u02C8\u2018\u2019\u201B\u2032\uFF07]/g, "'"],
  [/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-'],
  // The abbreviation sign of Devanagari.
  [/[\u0970\uFF0E]/g, '.'],
]

const withPlainPunctuation = (name: string) =>
  plainPunctuation.reduce((text, [typed, saved]) => text.replace(typed, saved), name)

/**
 * A person's name: letters and marks of any script, with spaces, `.`, `'` and `-` between them. A
 * Devanagari or Urdu word may need a joiner.
 */
/* @__NO_SIDE_EFFECTS__ */
export const personName = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.transform(withPlainPunctuation),
    singleLineText({ min: 1, max: maxLength }),
    v.regex(/^\p{L}[\p{L}\p{M}\u200C\u200D .'-]*$/u, 'Use letters only, no digits or symbols'),
  )
