type Random = () => number

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
