import { expect, test } from 'vitest'

import { paise } from '#tests/support/shopper/builders.ts'
import { exactMoney, taxesOf } from './InvoicePaper.tsx'

const line = {
  name: 'Amodra Blue kurta, M',
  hsn: '6206',
  quantity: 1,
  taxable: paise(951_42),
  gstPercent: 5,
  cgst: paise(23_79),
  sgst: paise(23_79),
  igst: paise(0),
  total: paise(999_00),
}

test('within a state an invoice has CGST and SGST [order.9]', () => {
  const { taxes, taxable } = taxesOf([line, line])

  expect(taxable).toBe(1902_84)
  expect(taxes.map(({ name, amount, percentOf }) => [name, amount, percentOf(line)])).toEqual([
    ['CGST', 47_58, 2.5],
    ['SGST', 47_58, 2.5],
  ])
})

test('between states it has IGST [order.9]', () => {
  const far = { ...line, cgst: paise(0), sgst: paise(0), igst: paise(47_57) }

  const { taxes } = taxesOf([far])

  expect(taxes.map(({ name, amount, percentOf }) => [name, amount, percentOf(far)])).toEqual([
    ['IGST', 47_57, 5],
  ])
})

test('between states it has IGST even if one of the items is tax-free [order.9]', () => {
  const far = { ...line, cgst: paise(0), sgst: paise(0), igst: paise(47_57) }
  const free = { ...far, igst: paise(0), gstPercent: 0 }

  expect(taxesOf([free, far]).taxes).toMatchObject([{ name: 'IGST', amount: 47_57 }])
})

test('invoices always show paise [order.9]', () => {
  expect(exactMoney(paise(1_23_456_00))).toBe('₹1,23,456.00')
})
