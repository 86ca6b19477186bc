import { and, eq, isNull } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import type { Profile, User } from '#contract/account/account.ts'
import { addAddress, type Geocoder } from '#server/commerce/addresses.ts'
import type { HashAddress } from '#server/commerce/orders/cashOnDelivery.ts'
import { addressOf, userOf } from '#server/commerce/customers.ts'
import { accountNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { users } from '#server/database/schema/users.ts'
import { type FeatureHandlers, ok, type CustomerContext } from '#server/platform/http/handler.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import { dayMs } from '#server/platform/runtime/clock.ts'
import * as addressBook from './addresses.ts'
import { eraseUser, exportUser } from './personalData.ts'

type AccountDeps = {
  geocoder: Geocoder
  /** Verifies an OTP; throws if it is wrong or expired. */
  verifyOtp: (db: Database, contactNumber: string, otp: string) => Promise<void>
  /** Hashes a phone number, so that coupons and refusals of an erased account can be recognised. */
  hashPhone: (contactNumber: string) => string
  hashAddress: HashAddress
  hasRateLimits: boolean
}

const tooManyExports = 'You’ve reached today’s limit for downloads. Please try again tomorrow.'

/** Profile, addresses, data export and deletion of an account. */
export function accountHandlers(deps: AccountDeps) {
  const { geocoder, verifyOtp, hashPhone, hashAddress, hasRateLimits } = deps
  return {
    updateProfile: async ({ customer, body }) => ok({ user: await changeProfile(customer, body) }),

    exportUser: async ({ customer: { db, userId } }) => {
      const limit = { bucket: `exports:${userId}`, max: rules.limits.exportsDaily, withinMs: dayMs }
      if (hasRateLimits) await limitRate(db, limit, tooManyExports)
      return ok({ result: await exportUser(db, userId) })
    },
    deleteUser: {
      begin: () => ok({ msg: 'Your account has been deleted' }),
      // Runs outside the transaction, so that a wrong guess stays counted.
      finish: async ({ customer, body: { otp } }, response) => {
        const contactNumber = await readContactNumber(customer)
        await verifyOtp(customer.db, contactNumber, otp)
        const phoneHash = hashPhone(contactNumber)
        await eraseUser(customer.db, customer.userId, { phoneHash, hashAddress })
        return response
      },
    },

    readAddresses: async ({ customer }) =>
      ok({ address: await addressBook.readAddresses(customer) }),
    addAddress: async ({ customer, body }) =>
      ok({ address: addressOf(await addAddress(customer, body, geocoder)) }),
    updateAddress: async ({ customer, body }) =>
      ok({ address: await addressBook.changeAddress(customer, body, geocoder) }),
    deleteAddress: async ({ customer, params }) => {
      await addressBook.deleteAddress(customer, params.id ?? '')
      return ok({ message: 'Address deleted successfully!' })
    },
  } satisfies FeatureHandlers
}

async function readContactNumber({ db, userId }: CustomerContext): Promise<string> {
  const [user] = await db
    .select({ contactNumber: users.contactNumber })
    .from(users)
    .where(eq(users.id, userId))
  return user?.contactNumber ?? ''
}

/** Changes name and email. Phone number, date of birth and gender cannot be changed. */
async function changeProfile({ db, userId }: CustomerContext, profile: Profile): Promise<User> {
  const { firstName, lastName, email } = profile
  const [row] = await db
    .update(users)
    .set({ firstName, lastName, email })
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .returning()
  if (!row) throw accountNotFound()
  return userOf(row)
}
