export type Random = () => number

/** Hashes a text to an unsigned 32-bit number with djb2 (XOR variant), the same on every machine. */
export function hashText(text: string): number {
  let number = 5381
  for (let at = 0; at < text.length; at++) number = ((number * 33) ^ text.charCodeAt(at)) >>> 0
  return number
}

/** A pseudo-random generator (xorshift32) of numbers in [0, 1) that repeats for the same seed. */
export function seededRandom(seed: number): Random {
  let state = (seed * 2654435761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4294967296
  }
}

export function pickRandom<Item>(random: Random, list: readonly Item[]): Item {
  const item = list[Math.floor(random() * list.length)]
  if (item === undefined) throw new Error('Nothing to pick from an empty list')
  return item
}
