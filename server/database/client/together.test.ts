import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { pipeline } from './statements.ts'

const failed = (code: string) =>
  new DrizzleQueryError('select 1', [], Object.assign(new Error(code), { code }))

/** What comes of a question some turns of the loop later. */
async function later(error: Error, turns = 1): Promise<never> {
  for (let turn = 0; turn < turns; turn++) await new Promise((over) => setImmediate(over))
  throw error
}

test('a deadlock is told as one, though what was asked after it fails sooner [safe.1]', async () => {
  const [deadlock, afterFailure] = [failed('40P01'), failed('25P02')]

  await expect(pipeline([later(deadlock, 2), later(afterFailure)])).rejects.toBe(deadlock)
  await expect(pipeline([later(afterFailure), later(deadlock, 2)])).rejects.toBe(deadlock)
})
