import { afterEach, describe, expect, test, vi } from 'vitest'

import { addWorkingDays, clockTime, dateTimeText, dayText, startOfDay } from './indianTime.ts'

/** A time in India. */
const inIndia = (time: string) => new Date(`${time}:00+05:30`)

afterEach(() => vi.unstubAllGlobals())

test('the day of a time is the one in India', () => {
  expect(dayText(inIndia('2026-11-25T00:10'))).toBe('Wed, 25 Nov')
  expect(startOfDay(inIndia('2026-11-25T05:29'))).toBe(inIndia('2026-11-25T00:00').getTime())
})

test('noon and midnight are 12', () => {
  expect(clockTime(inIndia('2026-11-25T00:05'))).toBe('12:05 am')
  expect(clockTime(inIndia('2026-11-25T12:05'))).toBe('12:05 pm')
})

test.each([
  ['2026-11-18T19:46', '18 Nov 2026, 07:46 PM'],
  ['2027-04-01T00:01', '01 Apr 2027, 12:01 AM'],
  ['2026-12-31T23:59', '31 Dec 2026, 11:59 PM'],
])('%s in India is written as %s [order.6]', (time, text) => {
  expect(dateTimeText(inIndia(time))).toBe(text)
})

test.each([
  ['2026-11-27T23:30', 5, 'Fri, 4 Dec'],
  ['2026-11-28T00:30', 1, 'Mon, 30 Nov'],
  ['2026-11-23T12:00', 7, 'Wed, 2 Dec'],
])('%s and %i working days is %s', (start, count, day) => {
  expect(dayText(addWorkingDays(inIndia(start), count))).toBe(day)
})

describe('a device in another time zone', () => {
  test('sees the same times, with the name of the zone [order.6]', () => {
    vi.stubGlobal('document', {})
    const at = inIndia('2027-04-01T00:30')
    const elsewhere = vi.spyOn(at, 'getTimezoneOffset').mockReturnValue(4 * 60)

    expect(dateTimeText(at)).toBe('01 Apr 2027, 12:30 AM IST')
    expect(clockTime(at)).toBe('12:30 am IST')

    elsewhere.mockReturnValue(-330)
    expect(dateTimeText(at)).toBe('01 Apr 2027, 12:30 AM')
  })

  test('is unknown to the server, whose texts have no zone', () => {
    const at = inIndia('2027-04-01T00:30')
    vi.spyOn(at, 'getTimezoneOffset').mockReturnValue(0)

    expect(clockTime(at)).toBe('12:30 am')
  })
})
