import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import { Profile } from '#contract/account/account.ts'
import { Signup } from '#contract/account/auth.ts'
import { Receiver } from '#contract/cart/cart.ts'
import { Complaint } from '#contract/store/storeFacts.ts'

/** Every name that a person writes. */
const schemas = {
  'a profile': Profile.entries.firstName,
  'a sign-up': Signup.entries.firstName,
  'a receiver': Receiver.entries.name,
  'a complaint': Complaint.entries.name,
}

describe.each(Object.entries(schemas))('the name of %s', (_, schema) => {
  test.each([
    ["D'Souza", "D'Souza"],
    ['D\u2019Souza', "D'Souza"],
    ['O\u02bcNeil', "O'Neil"],
    ['आशा राव', 'आशा राव'],
    ['José', 'José'],
    ['Jose\u0301', 'José'],
    ['Anne\u2011Marie', 'Anne-Marie'],
    ['Anne\u2013Marie', 'Anne-Marie'],
    ['K. L. Rao Jr.', 'K. L. Rao Jr.'],
    ['डॉ॰ मीरा जोशी', 'डॉ. मीरा जोशी'],
    ['ராஜேஷ் குமார்', 'ராஜேஷ் குமார்'],
    ['فاطمہ بیگم', 'فاطمہ بیگم'],
    ['李小龙', '李小龙'],
    ['  Asha \u200b  Rao\u00a0 ', 'Asha Rao'],
    ['श्\u200dरी', 'श्\u200dरी'],
  ])('may be "%s", saved as %s [bag.12]', (written, saved) => {
    expect(v.parse(schema, written)).toBe(saved)
  })

  test.each([
    '',
    ' ',
    '\u200b',
    'R2D2',
    'आशा २',
    'Asha\uff12',
    '-',
    "'Asha",
    'Asha@home',
    'A_B',
    'Asha 👩',
  ])('is refused as "%s" [bag.12]', (written) => {
    expect(v.is(schema, written)).toBe(false)
  })

  test('may not be endless [safe.3]', () => {
    expect(v.is(schema, 'आ'.repeat(81))).toBe(false)
  })
})
