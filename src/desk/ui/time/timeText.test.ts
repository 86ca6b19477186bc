import { expect, test } from 'vitest'

import { timeText } from './timeText.ts'

/** A time in India. */
const inIndia = (time: string) => Date.parse(`${time}:00+05:30`)

test.each([
  // UTC has the same day for both, India has not.
  ['2026-11-25T23:50', '2026-11-26T00:30', 'Wed, 25 Nov, 11:50 pm'],
  ['2026-11-26T00:10', '2026-11-26T00:30', '12:10 am'],
  // UTC has two days, India has one.
  ['2026-11-26T05:10', '2026-11-26T06:00', '5:10 am'],
  ['2026-11-27T00:05', '2026-11-26T23:55', 'Fri, 27 Nov, 12:05 am'],
])('%s is written, at %s in India, as %s [board.3]', (at, now, text) => {
  expect(timeText(inIndia(at), inIndia(now))).toBe(text)
})
