import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

import * as carts from '#server/database/schema/carts.ts'
import * as catalogue from '#server/database/schema/catalogue.ts'
import * as deliveries from '#server/database/schema/deliveries.ts'
import * as notifications from '#server/database/schema/notifications.ts'
import * as operations from '#server/database/schema/operations.ts'
import * as orders from '#server/database/schema/orders.ts'
import * as staff from '#server/database/schema/staff.ts'
import * as payments from '#server/database/schema/payments.ts'
import * as users from '#server/database/schema/users.ts'

const schema = [
  carts,
  catalogue,
  deliveries,
  notifications,
  operations,
  orders,
  payments,
  staff,
  users,
]

/** Rows that are deleted with the account. */
const deleted = [
  'addresses',
  'cart_lines',
  'carts',
  'complaint_messages',
  'door_photos',
  'idempotency_keys',
  'inbox_messages',
  'jobs',
  'order_notes',
  'otps',
  'place_alerts',
  'product_alerts',
  'push_subscriptions',
  'return_photos',
  'review_photos',
  'sessions',
  'signup_tokens',
  'wishlist_lines',
]

/** Texts of rows that stay: whether they are cleared, or why they name nobody. */
const stored: Record<string, Record<string, string>> = {
  consents: { subject: 'a name in the code', version: 'a date' },
  complaints: { name: 'cleared', contactNumber: 'cleared', text: 'cleared' },
  coupon_redemptions: { phoneHash: 'a keyed hash' },
  delivery_agents: { name: 'of the staff', contactNumber: 'of the staff' },
  invoices: { content: 'cleared' },
  order_events: {},
  order_lines: {
    ...{ productName: 'of the catalogue', brandName: 'of the catalogue', hsn: 'of the catalogue' },
    photos: 'of the catalogue',
    ...{ returnReason: 'cleared', returnPhotos: 'cleared', exchangeReason: 'cleared' },
    refusalReason: 'cleared',
    details: 'cleared',
  },
  orders: {
    address: 'cleared',
    receiverName: 'cleared',
    receiverContactNumber: 'cleared',
    refundAccount: 'cleared',
    couponName: 'of the store',
    deliveryCode: 'cleared',
    failedReason: 'cleared',
  },
  pickups: { failedReason: 'cleared', note: 'cleared', checkedBy: 'of the staff' },
  rider_positions: {},
  payments: { method: 'UPI, card or the like', linkUrl: 'cleared' },
  refunds: {},
  reviews: { words: 'cleared', firstName: 'cleared', hiddenReason: 'cleared' },
  staff: { name: 'of the staff', contactNumber: 'of the staff' },
  staff_history: {
    ...{
      by: 'of the staff',
      name: 'an order number, or of the staff',
      action: 'a word in the code',
    },
    before: 'names of states, or of the staff; a corrected address is cleared',
    after: 'its reason and a corrected address are cleared',
  },
  users: {
    ...{ contactNumber: 'cleared', phoneHash: 'cleared', email: 'cleared' },
    ...{ firstName: 'cleared', lastName: 'cleared' },
  },
  webhook_events: { provider: 'a name in the code', name: 'of the provider', body: 'cleared' },
}

const tables = schema.flatMap((part) =>
  Object.values(part).filter((value): value is PgTable => is(value, PgTable)),
)

/** Whether the rows of a table are about a customer or an order. */
const isPersonal = (table: PgTable) =>
  Object.keys(getTableColumns(table)).some((name) =>
    ['userId', 'orderId', 'contactNumber', 'complaintId'].includes(name),
  )

test('every table about a customer is deleted with the account, or its texts are accounted for [law.1]', () => {
  const known = new Set([...deleted, ...Object.keys(stored)])

  expect(
    tables
      .filter(isPersonal)
      .map(getTableName)
      .filter((name) => !known.has(name)),
  ).toEqual([])
})

test('every text that outlives an account is cleared or names nobody [law.1]', () => {
  const texts = tables
    .filter((table) => getTableName(table) in stored)
    .map((table) => [
      getTableName(table),
      Object.entries(getTableColumns(table))
        .filter(([name, { columnType, enumValues }]) => {
          const isFree = ['PgText', 'PgJsonb'].includes(columnType) && !enumValues?.length
          return isFree || name === 'contactNumber'
        })
        .map(([name]) => name)
        .toSorted(),
    ])

  expect(Object.fromEntries(texts)).toEqual(
    Object.fromEntries(
      Object.entries(stored).map(([table, columns]) => [table, Object.keys(columns).toSorted()]),
    ),
  )
})
