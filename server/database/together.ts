/**
 * Questions to one connection that do not wait for each other: they go out at once and are answered
 * in their order. All are over when this is, also when one fails, since nothing may be asked of a
 * connection whose transaction has ended. The failure that came first counts.
 */
export async function together<Questions extends readonly Promise<unknown>[]>(
  questions: readonly [...Questions],
) {
  const all = Promise.all(questions)
  await Promise.allSettled([all, ...questions])
  return all
}
