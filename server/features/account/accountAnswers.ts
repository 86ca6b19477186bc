import { eq } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { users } from '#server/database/userTables.ts'
import { type Answers, ok, type UserStore } from '#server/platform/answers.ts'
import { limitRate } from '#server/platform/limitRate.ts'
import * as addressBook from './addressBook.ts'
import type { AddressMap } from './addressBook.ts'
import { changeProfile } from './changeProfile.ts'
import { eraseUser } from './eraseUser.ts'
import { exportUser } from './exportUser.ts'

type AccountOutside = {
  map: AddressMap
  /** Refuses a code that was not just sent to the number. */
  proveCode: (db: Database, contactNumber: string, otp: string) => Promise<void>
  /** What is kept of the number of an erased account. */
  phoneHash: (contactNumber: string) => string
  hasRateLimits: boolean
}

const dayMs = 24 * 60 * 60 * 1000

/** What a user has told the store about themselves. */
export function accountAnswers(outside: AccountOutside): Answers {
  const { map, proveCode, phoneHash, hasRateLimits } = outside
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

async function numberOf({ db, userId }: UserStore): Promise<string> {
  const [user] = await db
    .select({ contactNumber: users.contactNumber })
    .from(users)
    .where(eq(users.id, userId))
  return user?.contactNumber ?? ''
}
