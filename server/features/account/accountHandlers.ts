import { eq } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Profile, User } from '#contract/account.ts'
import { userOf } from '#server/commerce/customers.ts'
import type { Database } from '#server/database/client/connect.ts'
import { users } from '#server/database/schema/users.ts'
import { type Handlers, ok, type CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import * as addressBook from './addresses.ts'
import type { AddressMap } from './addresses.ts'
import { eraseUser } from './eraseUser.ts'
import { exportUser } from './exportUser.ts'

type AccountDeps = {
  map: AddressMap
  /** Refuses a code that was not just sent to the number. */
  proveCode: (db: Database, contactNumber: string, otp: string) => Promise<void>
  /** What is kept of the number of an erased account. */
  phoneHash: (contactNumber: string) => string
  hasRateLimits: boolean
}

const dayMs = 24 * 60 * 60 * 1000

/** What a user has told the store about themselves. */
export function accountHandlers(deps: AccountDeps): Handlers {
  const { map, proveCode, phoneHash, hasRateLimits } = deps
  return {
    updateProfile: async ({ store, body }) => ok({ user: await changeProfile(store, body) }),

    exportUser: async ({ store: { db, userId } }) => {
      const limit = { bucket: `exports:${userId}`, most: rules.limits.exports, withinMs: dayMs }
      if (hasRateLimits) await limitRate(db, limit, 'You can download your data again tomorrow.')
      return ok({ result: await exportUser(db, userId) })
    },
    deleteUser: {
      begin: () => ok({ msg: 'Your account has been deleted' }),
      // Not in a transaction that a wrong code takes back: each guess has to stay counted.
      finish: async ({ store, body: { otp } }, deleted) => {
        const contactNumber = await numberOf(store)
        await proveCode(store.db, contactNumber, otp)
        await eraseUser(store.db, store.userId, phoneHash(contactNumber))
        return deleted
      },
    },

    readAddresses: async ({ store }) => ok({ address: await addressBook.readAddresses(store) }),
    addAddress: async ({ store, body }) =>
      ok({ address: await addressBook.addAddress(store, body, map) }),
    updateAddress: async ({ store, body }) =>
      ok({ address: await addressBook.changeAddress(store, body, map) }),
    deleteAddress: async ({ store, params }) => {
      await addressBook.deleteAddress(store, params.id ?? '')
      return ok({ message: 'Address deleted successfully!' })
    },
  }
}

async function numberOf({ db, userId }: CustomerStore): Promise<string> {
  const [user] = await db
    .select({ contactNumber: users.contactNumber })
    .from(users)
    .where(eq(users.id, userId))
  return user?.contactNumber ?? ''
}

/** Name and email change; phone, birth date and gender stay what they were, whatever is sent. */
async function changeProfile({ db, userId }: CustomerStore, profile: Profile): Promise<User> {
  const { firstName, lastName, email } = profile
  const [row] = await db
    .update(users)
    .set({ firstName, lastName, email })
    .where(eq(users.id, userId))
    .returning()
  if (!row) throw new StoreError('not_found', 'This account is gone')
  return userOf(row)
}
