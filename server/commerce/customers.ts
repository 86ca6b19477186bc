import { and, eq } from 'drizzle-orm'

import type { Address, User } from '#contract/account.ts'
import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { addresses, users } from '#server/database/schema/users.ts'

type UserRow = typeof users.$inferSelect

/** Converts a row to the user of the contract. */
export function userOf(row: UserRow): User {
  const { id, firstName, lastName, email, contactNumber, dateOfBirth, gender } = row
  return {
    _id: id,
    firstName,
    lastName,
    name: [firstName, lastName].filter(Boolean).join(' '),
    email,
    contactNumber: contactNumber ?? '',
    dateOfBirth: dateOfBirth ?? '',
    gender,
  }
}

export async function userByPhone(db: Database, contactNumber: string): Promise<User | undefined> {
  const [row] = await db.select().from(users).where(eq(users.contactNumber, contactNumber))
  return row && userOf(row)
}

export type AddressRow = typeof addresses.$inferSelect

/**
 * Converts a row to the address of the contract, where coordinates are text, and empty if unknown.
 */
export function addressOf(row: AddressRow): Address {
  const { id, label, house, street, city, state, postalCode, latitude, longitude } = row
  const hasPoint = latitude !== null && longitude !== null
  return {
    _id: id,
    label,
    house,
    street,
    city,
    state,
    postalCode,
    latitude: hasPoint ? String(latitude) : '',
    longitude: hasPoint ? String(longitude) : '',
  }
}

/** Reads an address of this user. The address of another user is treated as missing. */
export async function readAddress(
  db: Database,
  userId: string,
  id: string,
): Promise<AddressRow | undefined> {
  const [row] = await addressOfUser(db, { userId, id })
  return row
}

const addressOfUser = preparedStatement('address_of_user', ['userId', 'id'], (db, { userId, id }) =>
  db
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId))),
)
