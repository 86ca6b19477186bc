import { sqlState } from './inTransaction.ts'

/** PostgreSQL's word for what is asked after something else has failed. */
const afterFailure = '25P02'

/**
 * Questions to one connection that do not wait for each other: they go out at once and are answered
 * in their order. All are over when this is, also when one fails, since nothing may be asked of a
 * connection whose transaction has ended. The failure that made the others fail is the one told.
 */
export async function together<Questions extends readonly Promise<unknown>[]>(
  questions: readonly [...Questions],
) {
  const settled = await Promise.allSettled(questions)
  const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  const cause = reasons.find((reason) => sqlState(reason) !== afterFailure)
  if (cause) throw cause
  return Promise.all(questions)
}
