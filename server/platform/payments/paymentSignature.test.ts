import { expect, test } from 'vitest'

import { hexHmac, isSignedBy, signedPayload } from './razorpay.ts'

/** The example that the provider publishes. */
const secret = 'EnLs21M47BllR3X8PSFtjtbd'
const text = signedPayload('order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1l')
const signature = '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f'

test('the published example is signed as published [checkout.9]', () => {
  expect(hexHmac(secret, text)).toBe(signature)
  expect(isSignedBy(secret, text, signature)).toBe(true)
})

test('a signature with any changed digit is invalid [safe.4] [checkout.10]', () => {
  const forged = Array.from(signature, (digit, at) => {
    const other = digit === '0' ? '1' : '0'
    return signature.slice(0, at) + other + signature.slice(at + 1)
  })

  expect(forged.filter((signature) => isSignedBy(secret, text, signature))).toEqual([])
})

test.each(['', 'x', signature.slice(1), `${signature}0`, signature.toUpperCase()])(
  '%s is not a signature [safe.4]',
  (given) => {
    expect(isSignedBy(secret, text, given)).toBe(false)
  },
)

test('a signature is valid for its own order only [safe.4]', () => {
  const other = signedPayload('order_IEIaMR65cu6nz4', 'pay_IH4NVgf4Dreq1l')

  expect(isSignedBy(secret, other, signature)).toBe(false)
})
