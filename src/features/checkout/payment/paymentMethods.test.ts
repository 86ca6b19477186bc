import { expect, test } from 'vitest'

import { noPaise, type Paise } from '#contract/values/money.ts'
import { canBePaid, paymentMethodsFor } from './paymentMethods.ts'

test('online payment comes first, cash on delivery is for Standard only [checkout.1] [bag.7]', () => {
  expect(paymentMethodsFor('Standard', noPaise)).toEqual(['prepaid', 'cash on delivery'])
  expect(paymentMethodsFor('Try and Buy', noPaise)).toEqual(['prepaid'])
  expect(canBePaid('Try and Buy')).toBe(true)
})

test('only online payment is offered if cash is refused [checkout.1]', () => {
  expect(paymentMethodsFor('Standard', noPaise, { isCashRefused: true })).toEqual(['prepaid'])
})

test('orders above the cash limit are paid online [checkout.1]', () => {
  const max = 10_000_00 as Paise
  expect(paymentMethodsFor('Standard', max)).toContain('cash on delivery')
  expect(paymentMethodsFor('Standard', (max + 1) as Paise)).toEqual(['prepaid'])
})
