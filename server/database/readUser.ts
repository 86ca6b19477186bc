import { eq } from 'drizzle-orm'

import type { User } from '#contract/user.ts'
import type { Database } from './connect.ts'
import { users } from './userTables.ts'

type UserRow = typeof users.$inferSelect

/** A user as the contract knows one. */
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
