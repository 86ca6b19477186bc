import type { Read } from '#contract/api/reads.ts'

const lacked = new WeakMap<Error, Read>()

/** Leaves a screen to the error screen: it cannot be shown without what `read` would have brought. */
export function giveUp(error: Error, read: Read): never {
  lacked.set(error, read)
  throw error
}

/** What the screen lacks that was given up with `error`. */
export const lackedRead = (error: Error): Read | undefined => lacked.get(error)
