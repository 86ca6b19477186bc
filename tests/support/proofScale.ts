const short = {
  rounds: 1,
  buyers: 150,
  guesses: 500,
  modelRuns: 40,
  invalidRequests: 40,
  kills: 2,
  stops: 1,
  stockAccountingSeconds: 4,
  stockAccountingKills: 1,
  payments: 60,
  duels: 8,
  late: 6,
  keys: 20,
  ordersEach: 6,
  logins: 200,
  deskOrders: 24,
  flaps: 4,
  pageKills: 2,
}

const full: typeof short = {
  rounds: 20,
  buyers: 1000,
  guesses: 10_000,
  modelRuns: 5000,
  invalidRequests: 20_000,
  kills: 100,
  stops: 30,
  stockAccountingSeconds: 300,
  stockAccountingKills: 20,
  payments: 2000,
  duels: 200,
  late: 200,
  keys: 200,
  ordersEach: 32,
  logins: 10_000,
  deskOrders: 60,
  flaps: 50,
  pageKills: 50,
}

export const isFull = process.env.PROOF_SCALE === 'full'

/** How much the tests of money and stock do: a quick sample, or the full length. */
export const proofScale = isFull ? full : short

/** At full length they take hours instead of seconds. */
export const proofTimeoutMs = isFull ? 4 * 3_600_000 : 240_000

/**
 * Splits runs into portions, each in its own transaction or database: what a long one has written
 * slows down what it writes next.
 */
export const portionsOf = (runs: number, size: number): number[] =>
  Array.from({ length: Math.ceil(runs / size) }, (_, nth) => Math.min(size, runs - nth * size))
