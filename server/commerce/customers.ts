import { and, eq } from 'drizzle-orm'

import type { Address, User } from '#contract/account/account.ts'
import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { addresses, users } from '#server/database/schema/users.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { accountNotFound } from './errors.ts'

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

/** The customer with a number who has signed up. For somebody whose account the staff have opened, that is still to come. */
export async function signedUpUser(db: Database, contactNumber: string): Promise<User | undefined> {
  const row = await rowByPhone(db, contactNumber)
  return row && !row.awaitsSignup ? userOf(row) : undefined
}

async function rowByPhone(db: Database, contactNumber: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.contactNumber, contactNumber))
  return row
}

type NewCustomer = Pick<UserRow, 'contactNumber' | 'firstName' | 'lastName' | 'phoneHash'>

/**
 * The account of a phone number, which is opened if there is none: somebody orders on the phone who has never used the
 * shop. Gender, date of birth and consent are missing until they sign up, which completes the same account
 * (`features/auth`). Also tells whether it is new.
 */
export async function openAccount(
  tx: Database,
  contactNumber: string,
  readNew: () => Omit<NewCustomer, 'contactNumber'>,
): Promise<{ userId: string; isNew: boolean }> {
  const existing = await rowByPhone(tx, contactNumber)
  if (existing) return { userId: existing.id, isNew: false }
  const [opened] = await tx
    .insert(users)
    .values({
      ...{ ...readNew(), contactNumber, gender: 'other', awaitsSignup: true },
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning()
  if (opened) return { userId: opened.id, isNew: true }
  // Somebody has opened or signed up for it at the same moment.
  const other = await rowByPhone(tx, contactNumber)
  if (!other) throw accountNotFound()
  return { userId: other.id, isNew: false }
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
