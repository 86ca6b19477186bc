import { expect, test } from 'vitest'

import { quietHoursEnd } from '#server/jobs/quietHours.ts'

test.each([
  ['2026-11-20T15:29:59.999Z', undefined],
  ['2026-11-20T15:30:00.000Z', '2026-11-21T03:30:00.000Z'],
  ['2026-11-20T18:29:59.000Z', '2026-11-21T03:30:00.000Z'],
  ['2026-11-20T18:30:00.000Z', '2026-11-21T03:30:00.000Z'],
  ['2026-11-21T03:29:59.999Z', '2026-11-21T03:30:00.000Z'],
  ['2026-11-21T03:30:00.000Z', undefined],
])('at %s it is quiet until %s [pwa.14]', (now, until) => {
  expect(quietHoursEnd(new Date(now))?.toISOString()).toBe(until)
})
