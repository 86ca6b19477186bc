import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

import { rules } from '#contract/rules.ts'

/** What a code is kept as. Without the pepper, trying all codes against it finds nothing. */
export type CodeHash = (contactNumber: string, code: string) => string

export const codeHashWith =
  (pepper: string): CodeHash =>
  (contactNumber, code) =>
    createHmac('sha256', pepper).update(`${contactNumber}:${code}`).digest('base64url')

/**
 * What is kept of a number whose account was erased. Keyed with the pepper, which is not in the
 * database: ten digits alone could be found out by trying them all.
 */
export const phoneHashWith =
  (pepper: string): PhoneHash =>
  (contactNumber) =>
    createHmac('sha256', pepper).update(`phone:${contactNumber}`).digest('base64url')

export type PhoneHash = (contactNumber: string) => string

export function newCode(): string {
  const { digits } = rules.otp
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** Takes as long for a near miss as for any other. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
