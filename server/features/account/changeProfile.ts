import { eq } from 'drizzle-orm'

import type { Profile, User } from '#contract/user.ts'
import { userOf } from '#server/database/readUser.ts'
import { users } from '#server/database/userTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { StoreError } from '#server/platform/storeError.ts'

/** Name and email change; phone, birth date and gender stay what they were, whatever is sent. */
export async function changeProfile({ db, userId }: UserStore, profile: Profile): Promise<User> {
  const { firstName, lastName, email } = profile
  const [row] = await db
    .update(users)
    .set({ firstName, lastName, email })
    .where(eq(users.id, userId))
    .returning()
  if (!row) throw new StoreError('not_found', 'This account is gone')
  return userOf(row)
}
