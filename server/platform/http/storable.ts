import { StoreError } from './storeError.ts'

/** What no text may hold: the database takes neither zeros nor halves of a sign. */
const noText = /[\0\p{Surrogate}]/u

/** No call of the contract nests deeper. */
const deepest = 20

/**
 * Refuses JSON that cannot be stored or worked through: texts with characters that the database does
 * not take, and nesting so deep that a recursive function would exhaust the stack.
 *
 * @throws StoreError 'invalid'
 */
export function rejectUnstorable(given: unknown, depth = 0): void {
  if (depth > deepest) throw new StoreError('invalid', 'This request is not valid')
  if (typeof given === 'string') refuseNoText(given)
  if (!given || typeof given !== 'object') return
  for (const [name, value] of Object.entries(given)) {
    refuseNoText(name)
    rejectUnstorable(value, depth + 1)
  }
}

function refuseNoText(text: string): void {
  if (noText.test(text)) {
    throw new StoreError('invalid', 'This text has characters that can’t be saved')
  }
}
