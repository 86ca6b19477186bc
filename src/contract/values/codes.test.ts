import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import { NewAddress, Profile } from '#contract/account/account.ts'
import { Otp } from '#contract/account/auth.ts'
import { cleanCouponCode, cleanReference, typedOtp, typedPinCode } from './codes.ts'

describe('a PIN code', () => {
  test.each(['452010', ' 452 010 ', '452-010', '४५२०१०', '\u200e452010\u200e', '４５２ ０１０'])(
    'written as "%s" is understood [addr.1] [bag.12]',
    (postalCode) => {
      const address = { label: 'home', street: '12 Palm Residency', city: 'Indore', postalCode }

      expect(v.parse(NewAddress, address).postalCode).toBe('452010')
      expect(typedPinCode(postalCode, '')).toBe('452010')
    },
  )

  test('ends with the sixth digit when typed, and is not cut when pasted [addr.1]', () => {
    expect(typedPinCode('4520101', '452010')).toBe('452010')
    expect(typedPinCode('4520101', '')).toBe('4520101')
  })
})

describe('an OTP', () => {
  test.each(['482913', '482 913', '482-913', ' 482913\u200b', '४८२९१३', '４８２９１３'])(
    'written as "%s" is understood [login.2] [bag.12]',
    (otp) => {
      expect(v.parse(Otp, otp)).toBe('482913')
      expect(typedOtp(otp, 6)).toBe('482913')
    },
  )

  test('is found in a pasted message [login.2]', () => {
    const message = 'Valid for 5 minutes: 482913 is your Pehno OTP. Call 9826041375 for help.'

    expect(typedOtp(message, 6)).toBe('482913')
    expect(typedOtp('4829', 6)).toBe('4829')
    expect(typedOtp('48291377', 6)).toBe('482913')
  })

  test('of another length is refused [login.2]', () => {
    for (const otp of ['48291', '4829131', '48291a', '']) expect(v.is(Otp, otp)).toBe(false)
  })
})

test.each([
  ['welcome 100', 'WELCOME100'],
  ['\u2066WELCOME-100\u2069', 'WELCOME100'],
  ['ＷＥＬＣＯＭＥ१००', 'WELCOME100'],
])('the coupon code "%s" is understood as %s [coupon.1]', (typed, code) => {
  expect(cleanCouponCode(typed)).toBe(code)
})

test.each([
  [' peh-kab55n', 'PEH-KAB55N'],
  ['PEH\u2011KAB55N\u200b', 'PEH-KAB55N'],
])('the order number "%s" is understood as %s [ops.1]', (typed, number) => {
  expect(cleanReference(typed)).toBe(number)
})

describe('an email address', () => {
  const emailOf = (email: string) =>
    v.safeParse(Profile, { firstName: 'Asha', lastName: '', email })

  test.each([
    'asha@example.com',
    'asha.rao+shop@mail.example.co.in',
    "o'neil@example.com",
    '_asha_@example.com',
    'a!#$%&*/=?^`{|}~-z@example.com',
    'asha@localhost',
    'asha.@example.com',
    'asha..rao@xn--c1yn36f.example',
  ])('as %s is accepted, as by a browser’s form [profile.1]', (email) => {
    expect(emailOf(email)).toMatchObject({ success: true, output: { email } })
  })

  test('is saved without what was pasted around it [profile.1]', () => {
    expect(emailOf(' \u200basha＠example.com\ufeff ')).toMatchObject({
      output: { email: 'asha@example.com' },
    })
  })

  test.each(['asha', 'asha@', '@example.com', 'as ha@example.com', 'asha@-example.com', 'a@b..c'])(
    'as %s is refused [profile.1]',
    (email) => {
      expect(emailOf(email).success).toBe(false)
    },
  )
})
