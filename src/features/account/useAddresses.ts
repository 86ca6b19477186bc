import { useAtomValue } from 'jotai'
import useSWR from 'swr'

import type { Address, ChangedAddress, NewAddress } from '#contract/address.ts'
import { userIdAtom } from '#platform/session.ts'
import { addAddress, deleteAddress, readAddresses, updateAddress } from './accountApi.ts'

const addressesKey = (userId: string | undefined) =>
  userId ? (['addresses', userId] as const) : null

/** The saved addresses of the user, the newest first; a visitor has none and asks for none. */
export function useAddresses() {
  const userId = useAtomValue(userIdAtom)
  const { data, error, isLoading, mutate } = useSWR<Address[], Error>(
    addressesKey(userId),
    readAddresses,
  )
  const addresses = data ?? []
  const show = (change: (before: Address[]) => Address[]) =>
    mutate((before) => change(before ?? []), { revalidate: false })

  return {
    addresses,
    isLoading,
    /** Why there is nothing to show, where the first read has failed. */
    problem: data === undefined ? error : undefined,
    add: async (address: NewAddress): Promise<Address> => {
      const added = await addAddress(address)
      await show((before) => [added, ...before])
      return added
    },
    update: async (change: ChangedAddress): Promise<Address> => {
      const changed = await updateAddress(change)
      await show((before) => before.map((one) => (one._id === changed._id ? changed : one)))
      return changed
    },
    remove: async (id: string): Promise<string> => {
      const message = await deleteAddress(id)
      await show((before) => before.filter(({ _id }) => _id !== id))
      return message
    },
  }
}
