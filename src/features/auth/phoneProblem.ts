import { rules } from '#contract/rules.ts'

/** What is wrong with a typed mobile number; undefined where nothing is. */
export function phoneProblem(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return 'Mobile number is required'
  if (!/^[+-]?\d+$/.test(text)) return 'Mobile number must be an integer'
  if (Number(text) <= 0) return 'Mobile number must be positive'
  // Not by its value: a number with a leading 0 is long enough, and the server says what is wrong with it.
  if (text.length < rules.phone.digits) return 'Minimum length is 10 digits'
  if (text.length > rules.phone.digits) return 'Maximum length is 10 digits'
  return undefined
}
