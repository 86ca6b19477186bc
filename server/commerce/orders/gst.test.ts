import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Paise } from '#contract/values/money.ts'
import { gstBasisPointsOf, gstSplitOf, isGstin, isSaleWithinState, stateNamed } from './gst.ts'

test.each([
  ['2026-11-20', 2500_00, 500],
  ['2026-11-20', 2500_01, 1800],
  ['2025-09-22', 2500_00, 500],
  ['2025-09-21', 1000_00, 500],
  ['2025-09-21', 1000_01, 1200],
  ['2017-06-30', 1000_01, 1200],
])('on %s an item of %s paise is taxed at %s basis points [order.9]', (day, price, rate) => {
  expect(gstBasisPointsOf(price, new Date(day))).toBe(rate)
})

test('the tax is part of the price, halved within a state [order.9]', () => {
  const net = 999_00 as Paise

  expect(gstSplitOf({ net, basisPoints: 500, isWithinState: true })).toEqual({
    taxablePaise: 951_42,
    cgstPaise: 23_79,
    sgstPaise: 23_79,
    igstPaise: 0,
  })
  expect(gstSplitOf({ net, basisPoints: 500, isWithinState: false })).toEqual({
    taxablePaise: 951_43,
    cgstPaise: 0,
    sgstPaise: 0,
    igstPaise: 47_57,
  })
})

test('within a state the halves are equal at every whole price from ₹100 to ₹5,000 [order.9]', () => {
  const unequal = []
  for (let rupees = 100; rupees <= 5000; rupees++) {
    for (const basisPoints of [500, 1200, 1800]) {
      const net = (rupees * 100) as Paise
      const { cgstPaise, sgstPaise } = gstSplitOf({ net, basisPoints, isWithinState: true })
      if (cgstPaise !== sgstPaise) unequal.push([rupees, basisPoints])
    }
  }
  expect(unequal).toEqual([])
  expect(
    gstSplitOf({ net: 5258_00 as Paise, basisPoints: 1800, isWithinState: true }),
  ).toMatchObject({ taxablePaise: 4455_94, cgstPaise: 401_03, sgstPaise: 401_03 })
})

test('value and taxes add up to the price, to the paisa [order.9]', () => {
  const anAmount = fc.integer({ min: 0, max: 1_000_000_00 })

  fc.assert(
    fc.property(
      anAmount,
      fc.constantFrom(0, 500, 1200, 1800),
      fc.boolean(),
      (net, rate, within) => {
        const split = gstSplitOf({ net: net as Paise, basisPoints: rate, isWithinState: within })
        const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = split
        expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(net)
        expect(cgstPaise).toBe(sgstPaise)
        const exactTax = (net * rate) / (10_000 + rate)
        expect(Math.abs(cgstPaise + sgstPaise + igstPaise - exactTax)).toBeLessThanOrEqual(1)
        expect(Math.min(taxablePaise, cgstPaise, sgstPaise, igstPaise)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test.each([
  ['Madhya Pradesh', 'MADHYA PRADESH', true],
  ['Madhya Pradesh', 'Rajasthan', false],
  [undefined, 'Madhya Pradesh', true],
  [undefined, 'Rajasthan', false],
  ['Madhya Pradesh', '', true],
  ['Rajasthan', '', false],
  [undefined, '', true],
])('a sale from %s to %s is within the state: %s [order.9]', (seller, buyer, expected) => {
  expect(isSaleWithinState({ seller, buyer, warehouse: 'Madhya Pradesh' })).toBe(expected)
})

test('a state is known in any case, with “and” or “&”, and in no other spelling [order.9]', () => {
  expect(stateNamed(' madhya  PRADESH')).toBe('Madhya Pradesh')
  expect(stateNamed('Jammu & Kashmir')).toBe('Jammu and Kashmir')
  expect(stateNamed('Orissa')).toBeUndefined()
})

test('a GSTIN is known by its check character [law.1]', () => {
  expect(isGstin('27AAPFU0939F1ZV')).toBe(true)
  expect(isGstin('32AABCK1234L1ZV')).toBe(true)
  // One digit wrong, two letters exchanged, another length or case.
  expect(isGstin('27AAPFU0938F1ZV')).toBe(false)
  expect(isGstin('27APAFU0939F1ZV')).toBe(false)
  expect(isGstin('27AAPFU0939F1Z')).toBe(false)
  expect(isGstin('27aapfu0939f1zv')).toBe(false)
})
