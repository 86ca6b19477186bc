import { createHash } from 'node:crypto'

import { type Paise, type Rupees, toPaise, toRupees } from '#contract/values/money.ts'
import { transliterate } from '#server/commerce/transliterate.ts'

/** The reason why a row or a photo is rejected, for the merchant. */
export class ImportRejectedError extends Error {}

/**
 * A name as a URL slug: lower-case letters, digits and hyphens, Indian scripts in Latin letters. Empty if the
 * name has none.
 */
export function slugOf(name: string): string {
  return transliterate(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
}

export const shortHashOf = (text: string) =>
  createHash('sha256').update(text).digest('hex').slice(0, 8)

const otherScript = /(?!\p{Script=Latin})\p{L}/u

/**
 * The id of a brand or a category, which is part of addresses. Names in other scripts get a hash too, so that they
 * are never mistaken for a name in Latin letters that sounds the same. Empty if the name has no letter.
 */
export function idOfName(name: string): string {
  const slug = slugOf(name)
  if (!otherScript.test(name)) return slug
  return [slug, shortHashOf(name.normalize('NFC').toLowerCase())].filter(Boolean).join('-')
}

/** The id of a category for one gender begins with it, because both genders may have one of the same name. */
export const categoryIdOf = (genderIds: string[], category: string): string =>
  [...(genderIds.length === 1 ? genderIds : []), idOfName(category)].join('-')

export const subcategoryIdOf = (categoryId: string, subcategory: string): string =>
  `${categoryId}-${idOfName(subcategory)}`

/**
 * Digits, also in groups as in 1,29,999 or 1,000,000, with up to two decimals. A comma before the
 * decimals, as in 1299,50, is not accepted, because it would multiply the number by 100.
 */
const numberPattern = /^(\d+|\d{1,3}(,\d{2,3})*,\d{3})?(\.\d{1,2})?$/

export function numberOf(field: string, text: string): number {
  const digits = text.replace(/[₹\s]/g, '')
  if (digits === '' || !numberPattern.test(digits))
    throw new ImportRejectedError(`${field} "${text}" is not a number`)
  return Number(digits.replaceAll(',', ''))
}

export function basisPointsOf(gstPercent: string): number {
  const percent = numberOf('gstPercent', gstPercent)
  if (percent > 100) throw new ImportRejectedError(`gstPercent "${gstPercent}" is above 100`)
  return Math.round(percent * 100)
}

const maxPaise = 2 ** 31 - 1

export function amountOf(field: string, text: string): Paise {
  const paise = toPaise(numberOf(field, text) as Rupees)
  if (paise === 0) throw new ImportRejectedError(`${field} is 0`)
  if (paise > maxPaise) throw new ImportRejectedError(`${field} "${text}" is too high`)
  return paise
}

/** An amount as a file has it. */
export const amountText = (paise: Paise): string => {
  const rupees = toRupees(paise)
  return Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2)
}
