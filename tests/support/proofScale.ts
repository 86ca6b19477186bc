const short = {
  rounds: 1,
  guesses: 1000,
  modelRuns: 60,
  nonsense: 150,
  kills: 2,
  stops: 3,
  bankSeconds: 6,
  bankKills: 1,
  payments: 100,
  duels: 12,
  late: 6,
  keys: 40,
  logins: 400,
  flaps: 9,
  pageKills: 4,
}

const full: typeof short = {
  rounds: 20,
  guesses: 10_000,
  modelRuns: 5000,
  nonsense: 20_000,
  kills: 100,
  stops: 30,
  bankSeconds: 300,
  bankKills: 20,
  payments: 2000,
  duels: 200,
  late: 200,
  keys: 200,
  logins: 10_000,
  flaps: 50,
  pageKills: 50,
}

export const isFull = process.env.PROOF_SCALE === 'full'

/** How much the proofs about money and stock do: enough to catch a mistake, or all that was promised. */
export const proofScale = isFull ? full : short

/** The long ones need hours where the short ones need seconds. */
export const proofTimeoutMs = isFull ? 4 * 3_600_000 : 240_000

/**
 * So many runs in portions, each in a transaction or a database of its own: what a long one has
 * written stands in the way of what it writes next.
 */
export const portionsOf = (runs: number, size: number): number[] =>
  Array.from({ length: Math.ceil(runs / size) }, (_, nth) => Math.min(size, runs - nth * size))
