import { ignoreExtraDigit, plainCharacters } from './characters.ts'

const separators = /[\s\p{Pd}]/gu

/** A PIN code or an OTP without the spaces and hyphens that people put into it. */
export const cleanCode = (typed: string): string => plainCharacters(typed).replace(separators, '')

/** A coupon code, which customers may write in any case. */
export const cleanCouponCode = (typed: string): string => cleanCode(typed).toUpperCase()

/** An order number or a ticket, such as PEH-KAB55N: its hyphen belongs to it. */
export const cleanReference = (typed: string): string =>
  plainCharacters(typed)
    .replace(/\s/g, '')
    .replace(/\p{Pd}/gu, '-')
    .toUpperCase()

/** Whether the text has the format of an Indian PIN code. */
export const isPinCode = (text: string): boolean => /^[1-9]\d{5}$/.test(text)

/** The digits of a typed or pasted text, such as 'OTP: 482 913'. */
const digitsOf = (typed: string) => plainCharacters(typed).replace(/\D/g, '')

/** The next value of a field for a PIN code. */
export const typedPinCode = (typed: string, before: string): string =>
  ignoreExtraDigit(digitsOf(typed), before, 6)

/** The next value of a field for an OTP. A whole message may be pasted. */
export const typedOtp = (typed: string, digits: number): string =>
  new RegExp(`(?<!\\d)\\d{${digits}}(?!\\d)`).exec(plainCharacters(typed))?.[0] ??
  digitsOf(typed).slice(0, digits)
