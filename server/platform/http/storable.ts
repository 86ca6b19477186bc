import { StoreError } from './storeError.ts'

/** PostgreSQL text cannot store NUL or lone surrogates. */
const unstorable = /[\0\p{Surrogate}]/u

/** No call of the contract nests deeper. */
const maxDepth = 20

/**
 * Refuses JSON that cannot be stored or worked through: texts with characters that the database does
 * not take, and nesting so deep that a recursive function would exhaust the stack.
 *
 * @throws StoreError 'invalid'
 */
export function rejectUnstorable(given: unknown, depth = 0): void {
  if (depth > maxDepth) throw new StoreError('invalid', 'This request is not valid')
  if (typeof given === 'string') rejectText(given)
  if (!given || typeof given !== 'object') return
  for (const [name, value] of Object.entries(given)) {
    rejectText(name)
    rejectUnstorable(value, depth + 1)
  }
}

function rejectText(text: string): void {
  if (unstorable.test(text)) {
    throw new StoreError('invalid', 'This text contains characters that can’t be saved')
  }
}
