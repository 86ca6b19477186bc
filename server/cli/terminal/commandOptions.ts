import { InvalidArgumentError } from 'commander'

import { phonePattern, withoutCountryCode } from '#contract/auth.ts'

/**
 * Parsers for arguments and options. They run before the command; a value that they reject is a usage error.
 */
export type Json = { json?: boolean }
export type Yes = { yes?: boolean }

export const jsonOption = ['--json', 'print JSON instead of text'] as const
export const yesOption = ['-y, --yes', 'do not ask before what cannot be undone'] as const

export function phone(typed: string): string {
  const digits = withoutCountryCode(typed)
  if (!phonePattern.test(digits)) throw new InvalidArgumentError('It is no Indian mobile number.')
  return digits
}

/** Parses a date such as 2026-11-23 as the start of that day in India. */
export function day(typed: string): Date {
  const noon = new Date(`${typed}T12:00:00Z`)
  // Date reads a date that does not exist, such as 2026-02-31, as one of the next month.
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== typed) {
    throw new InvalidArgumentError('A day is written as 2026-11-23.')
  }
  return new Date(`${typed}T00:00:00+05:30`)
}

export const dayAfter = (at: Date) => new Date(at.getTime() + 24 * 60 * 60 * 1000)

export const wholeNumber =
  (min: number, max = 1_000_000) =>
  (typed: string): number => {
    const count = /^\d+$/.test(typed) ? Number(typed) : NaN
    if (!(count >= min && count <= max)) {
      throw new InvalidArgumentError(`It is no whole number from ${min} to ${max}.`)
    }
    return count
  }

/** Parses rupees with up to two decimals as paise; the maximum fits into a database integer. */
export function rupeesInPaise(typed: string): number {
  const paise = /^\d+(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : NaN
  if (!(paise >= 0 && paise <= 2_000_000_000)) {
    throw new InvalidArgumentError('An amount is written in rupees, as 1499 or 1499.50.')
  }
  return paise
}

/** Accepts a text of 1 to `most` characters. */
export const shortText =
  (max: number) =>
  (typed: string): string => {
    const text = typed.trim()
    if (text === '' || text.length > max) {
      throw new InvalidArgumentError(`It has to have 1 to ${max} letters.`)
    }
    return text
  }
