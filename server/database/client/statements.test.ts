import { expect, test } from 'vitest'

import { orderEvents } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { jsonRows } from './statements.ts'

const at = new Date('2026-01-02T03:04:05.678Z')

test('a row has every column, with the table’s defaults', () => {
  const value = jsonRows(payments).serializeRows([
    {
      orderId: 'o1',
      provider: 'cash',
      kind: 'on_delivery',
      status: 'created',
      amountPaise: 49900,
      createdAt: at,
    },
  ])

  const [row] = JSON.parse(value) as Record<string, unknown>[]
  expect(row).toMatchObject({
    order_id: 'o1',
    amount_paise: 49900,
    created_at: at.toISOString(),
    currency: 'INR',
    link_sends: 0,
    captured_at: null,
  })
  expect(row?.id).toMatch(/^[0-9a-f-]{36}$/)
})

test('SQL defaults must be given explicitly', () => {
  const withoutMoment = { orderId: 'o1', status: 'Accepted', by: 'shopper' } as const

  expect(() => jsonRows(orderEvents).serializeRows([withoutMoment])).toThrow('at must be given')
})
