import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { isBusy } from './transaction.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })
const queried = (cause: Error) => new DrizzleQueryError('select 1', [], cause)

test.for([
  ['a connection that is refused', coded('ECONNREFUSED')],
  ['a connection that breaks under a query', queried(coded('ECONNRESET'))],
  [
    'a broken connection as the cause of another error',
    new Error('No page', { cause: queried(coded('EPIPE')) }),
  ],
  ['a host that does not respond', queried(coded('ETIMEDOUT'))],
  ['a host without a route', queried(coded('EHOSTUNREACH'))],
  ['a name that cannot be resolved', queried(coded('EAI_AGAIN'))],
  ['a query without a response', queried(new Error('Query read timeout'))],
  ['too many connections', queried(coded('53300'))],
  ['a shutdown', new Error('No page', { cause: queried(coded('57P01')) })],
  ['a driver error without a code', queried(new Error('Connection terminated unexpectedly'))],
] as const)('%s means that the database is temporarily unavailable [ops.2]', ([, error]) => {
  expect(isBusy(error)).toBe(true)
})

test.for([
  ['a payment provider', new TypeError('fetch failed', { cause: coded('ECONNREFUSED') })],
  ['a duplicate key', queried(coded('23505'))],
  ['a bug', new Error('A mistake')],
  ['nothing', undefined],
] as const)('%s does not [ops.2]', ([, error]) => {
  expect(isBusy(error)).toBe(false)
})
