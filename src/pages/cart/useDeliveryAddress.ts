import { useAtomValue } from 'jotai'
import { useEffect } from 'react'

import { addressText } from '#contract/account.ts'
import { currentAddressIdAtom } from '#features/account/addresses/addressesAtom.ts'
import { useAddresses, useWaitingAddressIds } from '#features/account/addresses/useAddresses.ts'
import type { ChosenLocation } from '#features/location/chosenLocation.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { pointOf, useChosenPlace } from '#features/location/serviceability.ts'
import { userIdAtom } from '#platform/session/session.ts'

/**
 * The delivery address of the bag: a saved address, or any chosen place for a guest. Until the
 * addresses are read, or where they cannot be, it is the place stored on this device.
 */
export function useDeliveryAddress(lastAddressId: string | undefined) {
  const isVisitor = useAtomValue(userIdAtom) === undefined
  const isRead = useAtomValue(locationAtom.isReadAtom)
  const { location, chooseAddress } = useChosenPlace()
  const { addresses, isLoading, problem } = useAddresses()
  const waitingIds = useWaitingAddressIds()
  const currentAddressId = useAtomValue(currentAddressIdAtom)
  const chosenId = location?.addressId
  const currentId = chosenId === undefined ? undefined : currentAddressId(chosenId)
  const saved = addresses.find(({ _id }) => _id === currentId)
  const last = addresses.find(({ _id }) => _id === lastAddressId)
  const areUnknown = isLoading || problem !== undefined
  const remembered = areUnknown && location?.addressId ? location : undefined

  // On a new device the address that the account used last is preselected.
  useEffect(() => {
    if (!location && last) chooseAddress(last)
  }, [location, last, chooseAddress])

  const unsaved = isVisitor ? location : remembered
  // The address was chosen before the server assigned its id.
  useEffect(() => {
    if (saved && saved._id !== chosenId) chooseAddress(saved)
  }, [saved, chosenId, chooseAddress])

  const hasAddress = saved !== undefined || Boolean(unsaved)
  return {
    isLoading,
    /** Whether nothing can change it any more. */
    isKnown: location
      ? isChecked(location) && (!isLoading || hasAddress)
      : isRead && !isLoading && !last,
    hasAddress,
    addressId: saved?._id ?? remembered?.addressId,
    isUnsent: saved !== undefined && waitingIds.has(saved._id),
    text: saved ? addressText(saved) : unsaved?.text,
    delivery: location?.delivery,
    problem:
      hasAddress && location?.delivery === null
        ? 'Delivery is not available for the chosen address'
        : undefined,
  }
}

/** An address without coordinates is never checked. */
const isChecked = (location: ChosenLocation) =>
  location.delivery !== undefined || pointOf(location) === ''
