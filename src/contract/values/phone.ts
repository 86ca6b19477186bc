import { ignoreExtraDigit, plainCharacters } from './characters.ts'

/** An Indian mobile number: ten digits, the first 6 to 9. */
export const phonePattern = /^[6-9]\d{9}$/

/** Spaces, brackets and hyphens; a hyphen in front is a minus. */
const separators = /[\s()[\]]|(?!^)[\p{Pd}\u2212]/gu
const mayBeCountryCode = /^(?:91|0|\+)/

/**
 * Reduces a number as people type and paste it to its ten digits: '+91 98260-41375', '0091 (98260) 41375',
 * '098260 41375', in the digits of any script. Of anything else only separators and invisible characters are
 * removed, so that a number with a digit too many stays one.
 */
export function cleanPhone(typed: string): string {
  const compact = plainCharacters(typed).trim().replace(separators, '')
  const [, digits] = /^(?:(?:\+|0{1,2})?91)?0?(\d{10})$/.exec(compact) ?? []
  return digits ?? compact
}

/** The next value of a phone field. A country code may be typed first, and is removed once the number is complete. */
export function typedPhone(typed: string, before: string): string {
  const number = cleanPhone(typed)
  return mayBeCountryCode.test(before) ? number : ignoreExtraDigit(number, before, 10)
}
