import { InvalidArgumentError } from 'commander'

import { phonePattern, withoutCountryCode } from '#contract/auth.ts'

/**
 * What is typed after a command, checked before anything is done: what these refuse is wrong usage.
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

/** The beginning of a day in India: 2026-11-23. */
export function day(typed: string): Date {
  const noon = new Date(`${typed}T12:00:00Z`)
  // A day that no month has, such as 2026-02-31, is read as one of the next month.
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== typed) {
    throw new InvalidArgumentError('A day is written as 2026-11-23.')
  }
  return new Date(`${typed}T00:00:00+05:30`)
}

export const dayAfter = (at: Date) => new Date(at.getTime() + 24 * 60 * 60 * 1000)

export const wholeNumber =
  (least: number, most = 1_000_000) =>
  (typed: string): number => {
    const count = /^\d+$/.test(typed) ? Number(typed) : NaN
    if (!(count >= least && count <= most)) {
      throw new InvalidArgumentError(`It is no whole number from ${least} to ${most}.`)
    }
    return count
  }

/** Rupees with up to two decimals, as paise; the largest price fits into the database's integer. */
export function rupeesInPaise(typed: string): number {
  const paise = /^\d+(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : NaN
  if (!(paise >= 0 && paise <= 2_000_000_000)) {
    throw new InvalidArgumentError('An amount is written in rupees, as 1499 or 1499.50.')
  }
  return paise
}

/** A text that is not empty and has no more than `most` letters. */
export const shortText =
  (most: number) =>
  (typed: string): string => {
    const text = typed.trim()
    if (text === '' || text.length > most) {
      throw new InvalidArgumentError(`It has to have 1 to ${most} letters.`)
    }
    return text
  }
