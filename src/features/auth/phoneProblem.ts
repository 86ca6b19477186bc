import { rules } from '#contract/rules.ts'

const lowest = 10 ** (rules.phone.digits - 1)
const highest = 10 ** rules.phone.digits - 1

/** What is wrong with a typed mobile number; undefined where nothing is. */
export function phoneProblem(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return 'Mobile number is required'
  const number = Number(text)
  if (!Number.isInteger(number)) return 'Mobile number must be an integer'
  if (number <= 0) return 'Mobile number must be positive'
  if (number < lowest) return 'Minimum length is 10 digits'
  if (number > highest) return 'Maximum length is 10 digits'
  return undefined
}
