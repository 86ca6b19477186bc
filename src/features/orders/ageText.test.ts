import { expect, test } from 'vitest'

import { ageText } from './ageText.ts'

const now = new Date(2026, 10, 20, 16, 12).getTime()
const minutes = (count: number) => now - count * 60_000

test.each([
  [minutes(0.5), 'just now'],
  [minutes(1), '1 minute ago'],
  [minutes(59.9), '59 minutes ago'],
  [minutes(60), '1 hour ago'],
  [minutes(60 * 23.5), '23 hours ago'],
  [minutes(60 * 24), 'on 19 Nov 2026, 04:12 PM'],
])('what was kept at %d is said to be of %s [order.10]', (at, text) => {
  expect(ageText(at, now)).toBe(text)
})
