import { and, eq } from 'drizzle-orm'

import type { Address } from '#contract/address.ts'
import type { Database } from './connect.ts'
import { statement } from './statement.ts'
import { addresses } from './userTables.ts'

export type AddressRow = typeof addresses.$inferSelect

/** An address as it travels: its point is text, and empty where it is not known. */
export function addressOf(row: AddressRow): Address {
  const { id, label, street, city, state, postalCode, latitude, longitude } = row
  const hasPoint = latitude !== null && longitude !== null
  return {
    _id: id,
    label,
    street,
    city,
    state,
    postalCode,
    latitude: hasPoint ? String(latitude) : '',
    longitude: hasPoint ? String(longitude) : '',
  }
}

/** Another user's address is found as little as one that never was. */
export async function readAddress(
  db: Database,
  userId: string,
  id: string,
): Promise<AddressRow | undefined> {
  const [row] = await ownAddress(db, { userId, id })
  return row
}

const ownAddress = statement('own_address', ['userId', 'id'], (db, { userId, id }) =>
  db
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId))),
)
