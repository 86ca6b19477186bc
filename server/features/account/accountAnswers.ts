import { type Answers, ok } from '#server/platform/answers.ts'
import * as addressBook from './addressBook.ts'
import type { PointOf } from './addressBook.ts'
import { changeProfile } from './changeProfile.ts'

/** `pointOf` finds a written address on the map, if it can. */
export type AccountOutside = { pointOf: PointOf }

/** What a user has told the store about themselves. */
export function accountAnswers({ pointOf }: AccountOutside): Answers {
  return {
    updateProfile: async ({ store, body }) => ok({ user: await changeProfile(store, body) }),

    readAddresses: async ({ store }) => ok({ address: await addressBook.readAddresses(store) }),
    addAddress: async ({ store, body }) =>
      ok({ address: await addressBook.addAddress(store, body) }),
    updateAddress: async ({ store, body }) =>
      ok({ address: await addressBook.changeAddress(store, body, pointOf) }),
    deleteAddress: async ({ store, params }) => {
      await addressBook.deleteAddress(store, params.id ?? '')
      return ok({ message: 'Address deleted successfully!' })
    },
  }
}
