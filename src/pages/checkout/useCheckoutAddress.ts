import { useAtomValue } from 'jotai'

import { addressText } from '#contract/account.ts'
import { useAddresses } from '#features/account/addresses/useAddresses.ts'
import { locationAtom } from '#features/location/locationAtom.ts'

/**
 * The address saved with the bag, on one line. Until the addresses are read, or where they cannot
 * be, it is the place stored on this device.
 */
export function useCheckoutAddress(addressId: string | undefined) {
  const { addresses, isLoading } = useAddresses()
  const chosen = useAtomValue(locationAtom)
  const saved = addresses.find(({ _id }) => _id === addressId)
  const isHere = addressId !== undefined && chosen?.addressId === addressId
  return {
    /** Undefined if it is unknown. */
    text: saved ? addressText(saved) : isHere ? chosen.text : undefined,
    /** Undefined until it was checked for this address. */
    delivery: isHere ? chosen.delivery : undefined,
    isLoading,
    /** Whether nothing can change it any more. */
    isKnown: !isLoading || isHere,
  }
}
