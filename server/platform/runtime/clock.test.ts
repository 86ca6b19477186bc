import { expect, test } from 'vitest'

import { isIsoTimestamp } from './clock.ts'

test('a time has the precision of the database [safe.3]', () => {
  expect(isIsoTimestamp('2026-11-20T10:00:00.000Z')).toBe(true)
  const others = [
    '',
    '2026-02-30T00:00:00.000Z',
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '2026-11-20T10:00:00.000+05:30',
    '+012026-11-20T10:00:00.000Z',
    'now',
  ]
  for (const other of others) expect(isIsoTimestamp(other)).toBe(false)
})
