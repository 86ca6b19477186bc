import { expect, test } from 'vitest'

import { agoText } from './AgeNote.tsx'

const minute = 60_000
const hour = 60 * minute

test.each([
  [0, 'less than a minute ago'],
  [minute, '1 minute ago'],
  [2 * hour - 1, '1 hour ago'],
  [2 * hour, '2 hours ago'],
  [47 * hour, '1 day ago'],
  [6 * 24 * hour, '6 days ago'],
])('data stored %i ms before is from "%s" [pwa.12]', (age, text) => {
  expect(agoText(1e12 - age, 1e12)).toBe(text)
})
