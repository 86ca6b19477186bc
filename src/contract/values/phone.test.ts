import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import { ContactNumber } from '#contract/account/auth.ts'
import { Receiver } from '#contract/cart/cart.ts'
import { Complaint } from '#contract/store/storeFacts.ts'
import { phoneSpellings } from '#tests/support/shopper/phoneSpellings.ts'
import { cleanPhone, phonePattern, typedPhone } from './phone.ts'

describe('a phone number', () => {
  test.each(phoneSpellings('9826041375'))(
    'written as "%s" is understood everywhere [login.1] [bag.9] [bag.12]',
    (spelling) => {
      const contactNumber = '9826041375'

      expect(cleanPhone(spelling)).toBe(contactNumber)
      expect(v.parse(ContactNumber, spelling)).toBe(contactNumber)
      expect(v.parse(Receiver.entries.contactNumber, spelling)).toBe(contactNumber)
      expect(v.parse(Complaint.entries.contactNumber, spelling)).toBe(contactNumber)
    },
  )

  test('may begin with the digits of the country code [login.1]', () => {
    expect(cleanPhone('9198260413')).toBe('9198260413')
    expect(cleanPhone('+91 91982 60413')).toBe('9198260413')
  })

  test.each([
    ['98260 4', '982604'],
    ['2+919826041375', '2+919826041375'],
    ['+91982604137512', '+91982604137512'],
    ['98260413755', '98260413755'],
    ['9826041375 9826041376', '98260413759826041376'],
    ['-9826041375', '-9826041375'],
    ['98260.5', '98260.5'],
    ['+1 982 604 1375', '+19826041375'],
    ['98260-41375 Asha', '9826041375Asha'],
  ])('that is none, "%s", stays one as %s [login.1] [bag.12]', (typed, cleaned) => {
    expect(cleanPhone(typed)).toBe(cleaned)
    expect(v.is(ContactNumber, typed)).toBe(false)
    expect(v.is(Receiver.entries.contactNumber, typed)).toBe(false)
    expect(v.is(Complaint.entries.contactNumber, typed)).toBe(false)
  })
})

describe('a phone field', () => {
  const typeInto = (text: string, before = '') =>
    [...text].reduce((value, character) => typedPhone(value + character, value), before)

  test('ends with the tenth digit [bag.9]', () => {
    expect(typeInto('98260413755')).toBe('9826041375')
  })

  test.each(['+91 98260 41375', '919826041375', '09826041375', '0091-98260-41375', '९८२६०४१३७५'])(
    'accepts %s key by key [bag.9] [login.1]',
    (number) => {
      expect(typeInto(number)).toBe('9826041375')
    },
  )

  test('never cuts a pasted number to another one [bag.12]', () => {
    expect(typedPhone('98260413755', '')).toBe('98260413755')
    expect(typedPhone('9826041375 / 9826041376', '')).not.toMatch(phonePattern)
  })
})

test.each([
  ['9826041375', true],
  ['6000000000', true],
  ['5826041375', false],
  ['982604137', false],
  ['98260413755', false],
  ['+919826041375', false],
  ['982604137a', false],
])('%s is an Indian mobile number: %s [login.1]', (number, isOne) => {
  expect(phonePattern.test(number)).toBe(isOne)
})
