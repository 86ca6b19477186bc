import { useAtomValue } from 'jotai'
import { useEffect } from 'react'

import { addressText } from '#contract/address.ts'
import { useAddresses } from '#features/account/useAddresses.ts'
import { useChosenPlace } from '#features/location/useChosenPlace.ts'
import { userIdAtom } from '#platform/session.ts'

/** Where the bag goes: a saved address of the user, or for a visitor any chosen place. */
export function useDeliveryAddress(lastAddressId: string | undefined) {
  const isVisitor = useAtomValue(userIdAtom) === undefined
  const { location, chooseAddress } = useChosenPlace()
  const { addresses, isLoading } = useAddresses()
  const saved = addresses.find(({ _id }) => _id === location?.addressId)
  const last = addresses.find(({ _id }) => _id === lastAddressId)

  // On a new device the address that the account used last is as good as chosen.
  useEffect(() => {
    if (!location && last) chooseAddress(last)
  }, [location, last, chooseAddress])

  const hasAddress = isVisitor ? location !== null : saved !== undefined
  return {
    isLoading,
    hasAddress,
    addressId: saved?._id,
    text: saved ? addressText(saved) : isVisitor ? location?.text : undefined,
    delivery: location?.delivery,
    problem:
      hasAddress && location?.delivery === null
        ? 'Delivery is not available for the chosen address'
        : undefined,
  }
}
