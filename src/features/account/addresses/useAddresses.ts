import { getDefaultStore, useAtomValue } from 'jotai'
import useSWR from 'swr'

import type { Address, NewAddress } from '#contract/account/account.ts'
import { provisionalId } from '#platform/outbox/outboxAtom.ts'
import { readUntilSettled, pendingEntriesAtom } from '#platform/outbox/pendingChanges.ts'
import { userIdAtom } from '#platform/session/session.ts'
import {
  addressesAtom,
  areAddressesReadAtom,
  currentAddressId,
  saveAddresses,
  savedAddressesAtom,
} from './addressesAtom.ts'

const addressesKey = (userId: string | undefined) =>
  userId ? (['addresses', userId] as const) : null

/** Imported before the first change. */
const outbox = () => import('#features/outbox/outbox.ts')

const store = getDefaultStore()

/** The saved addresses of the customer, newest first; a guest has none. */
export function useAddresses() {
  const userId = useAtomValue(userIdAtom)
  const addresses = useAtomValue(addressesAtom)
  const saved = useAtomValue(savedAddressesAtom)
  const isRead = useAtomValue(areAddressesReadAtom)
  const { error, isLoading } = useSWR<void, Error>(addressesKey(userId), async () => {
    const { readAddresses } = await import('./addressesApi.ts')
    const result = await readUntilSettled(readAddresses)
    if (result) saveAddresses(result)
  })
  const isUnknown = userId !== undefined && saved === undefined

  return {
    addresses,
    /** Whether those on this device have been read, which takes a moment. */
    isRead,
    isLoading: isUnknown && (isLoading || !isRead),
    /** The error of the first read: `addresses` then has only those that wait to be sent. */
    problem: isUnknown && isRead ? error : undefined,
    /** When the shown addresses were read, in ms since 1970, while the server cannot be reached. */
    savedAt: error ? saved?.readAt : undefined,
    add: async (address: NewAddress): Promise<Address | undefined> => {
      const addressId = provisionalId(crypto.randomUUID())
      await (await outbox()).submit({ type: 'address.add', addressId, address })
      return findAddress(addressId)
    },
    update: async (addressId: string, address: NewAddress): Promise<Address | undefined> => {
      await (await outbox()).submit({ type: 'address.update', addressId, address })
      return findAddress(addressId)
    },
    remove: async ({ _id: addressId, label, city }: Address) =>
      (await outbox()).submit({ type: 'address.remove', addressId, label, city }),
  }
}

const findAddress = (id: string): Address | undefined =>
  store.get(addressesAtom).find(({ _id }) => _id === currentAddressId(id))

/** Ids of addresses with a change that is not sent yet. */
export function usePendingAddressIds(): Set<string> {
  const ids = useAtomValue(pendingEntriesAtom).flatMap(({ change }) =>
    'addressId' in change ? [change.addressId] : [],
  )
  return new Set(ids)
}
