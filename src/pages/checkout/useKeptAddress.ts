import { useAtomValue } from 'jotai'

import { addressText } from '#contract/account.ts'
import { useAddresses } from '#features/account/addresses/useAddresses.ts'
import { locationAtom } from '#features/location/locationAtom.ts'

/**
 * The address that is kept with the bag, on one line. Until the saved ones are there, or where they
 * cannot be had, as this device knows it from the choosing.
 */
export function useCheckoutAddress(addressId: string | undefined) {
  const { addresses, isLoading } = useAddresses()
  const chosen = useAtomValue(locationAtom)
  const saved = addresses.find(({ _id }) => _id === addressId)
  const isHere = addressId !== undefined && chosen?.addressId === addressId
  return {
    /** Undefined where nobody knows it. */
    text: saved ? addressText(saved) : isHere ? chosen.text : undefined,
    isLoading,
    /** Whether nothing is to come any more that would change it. */
    isKnown: !isLoading || isHere,
  }
}
