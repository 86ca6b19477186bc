import { setImmediate as nextTurn } from 'node:timers/promises'

const atOnce = 2000

/** Goes through a long list without holding up others: they are answered in between. */
export async function littleByLittle<T>(
  all: readonly T[],
  each: (one: T, at: number) => void,
): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce) {
    if (from > 0) await nextTurn()
    all.slice(from, from + atOnce).forEach((one, at) => each(one, from + at))
  }
}
