const short = {
  rounds: 1,
  buyers: 80,
  guesses: 200,
  modelRuns: 20,
  invalidRequests: 15,
  kills: 1,
  stops: 1,
  stockAccountingSeconds: 4,
  stockAccountingKills: 1,
  payments: 24,
  duels: 4,
  late: 4,
  keys: 8,
  ordersEach: 5,
  couponBuyers: 150,
  logins: 100,
  deskOrders: 16,
  flaps: 3,
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
  couponBuyers: 500,
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
