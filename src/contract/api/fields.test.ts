import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import { escapeControlCharacters, singleLineText, multiLineText } from './fields.ts'

const line = (text: string) => v.parse(singleLineText({ max: 200 }), text)
const lines = (text: string) => v.parse(multiLineText({ max: 200 }), text)

describe('text that people write', () => {
  test.for([
    ['terminal escapes', 'Asha\u001b[2J\u0007 Rao\u009b31m', 'Asha[2J Rao31m'],
    ['changes of direction', 'total \u202e999\u2066 paid\u200f', 'total 999 paid'],
    ['invisible characters', 'A\u00ads\u200bh\u2060a\ufeff\u3164\u2800', 'Asha'],
    ['tags and variation selectors', 'Asha\u{e0041}\ufe01 Rao', 'Asha Rao'],
    ['lines and tabs', ' 12\tScheme\r\n78 ', '12 Scheme 78'],
    ['a joiner in a word without any', 'As\u200dha\u200c', 'Asha'],
  ])('loses %s [safe.3]', ([, written, stored]) => {
    expect(line(written ?? '')).toBe(stored)
  })

  test.for([
    ['Hindi', 'क्\u200dष और क्\u200cष'],
    ['Malayalam', 'അവന്\u200d'],
    ['Tamil, Telugu and Kannada', 'ஸ்ரீ శ్రీ ಕ್\u200cರ'],
    ['Urdu', 'می\u200cخواہم'],
    ['emoji', 'Lovely 👩\u200d👧 ❤️ 👍🏽'],
  ])('keeps the joiners of %s [safe.3]', ([, written = '']) => {
    expect(line(written)).toBe(written)
  })

  test('keeps line breaks in multi-line text', () => {
    expect(lines('One\r\nTwo\u2028\u001bThree \n')).toBe('One\nTwo\nThree')
  })

  test('is empty if it has only invisible characters', () => {
    expect(v.is(singleLineText({ min: 1, max: 9 }), '\u200b\u2060 \u3164')).toBe(false)
  })
})

test('control characters are shown as codes in a terminal', () => {
  expect(escapeControlCharacters('One\n\u001b[31mTwo\u202e \u009b क्\u200dष')).toBe(
    'One\n\\u001b[31mTwo\\u202e \\u009b क्\u200dष',
  )
})
