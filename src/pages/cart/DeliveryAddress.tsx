import { useAtomValue } from 'jotai'
import { useState, useEffect } from 'react'

import { type Address, type NewAddress, addressText } from '#contract/account/account.ts'
import { AddressPicker } from '#features/account/addresses/AddressPicker.tsx'
import { RemoveAddressDialog } from '#features/account/addresses/AddressTiles.tsx'
import { currentAddressIdAtom } from '#features/account/addresses/addressesAtom.ts'
import { useAddresses, usePendingAddressIds } from '#features/account/addresses/useAddresses.ts'
import { AddressDialog } from '#features/location/address/AddressDialog.tsx'
import type { ChosenLocation } from '#features/location/chosenLocation.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { pointKey, useChosenPlace } from '#features/location/serviceability.ts'
import { loginPurposeAtom, userIdAtom } from '#platform/session/session.ts'
import { toastRefusalOr } from '#platform/toasts.ts'

const couldNotAdd = toastRefusalOr('Address could not be added!')

/** The step: choosing a saved address, or adding a new one. */
export type AddressStep = 'pick' | 'add'

type Props = { step: AddressStep; onStep: (step: AddressStep | null) => void }

/** Dialogs in which a customer chooses the delivery address or adds one. */
export function DeliveryAddressDialogs({ step, onStep }: Props) {
  const { addresses, isLoading, problem, add } = useAddresses()
  const [removing, setRemoving] = useState<Address | null>(null)
  const { location, near, chooseAddress, forgetAddress } = useChosenPlace()
  const currentAddressId = useAtomValue(currentAddressIdAtom)
  const addressId = location?.addressId && currentAddressId(location.addressId)
  const isMissing = problem !== undefined && !addresses.some(({ _id }) => _id === addressId)

  const save = (draft: NewAddress) =>
    add(draft).then(
      (added) => {
        if (added) chooseAddress(added)
        return true
      },
      (error: unknown) => couldNotAdd(error).then(() => false),
    )

  if (step === 'add') {
    return <AddressDialog near={near} onSave={save} onClose={() => onStep(null)} />
  }
  return (
    <>
      <AddressPicker
        addresses={addresses}
        isLoading={isLoading}
        isIncomplete={problem !== undefined}
        chosenId={addressId}
        storedAddress={isMissing && addressId ? { addressId, text: location.text } : undefined}
        onChoose={(address) => {
          chooseAddress(address)
          onStep(null)
        }}
        onAdd={() => onStep('add')}
        onRemove={setRemoving}
        onClose={() => onStep(null)}
      />
      {removing && (
        <RemoveAddressDialog
          address={removing}
          onRemoved={forgetAddress}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

/**
 * The delivery address of the bag: a saved address, or any chosen place for a guest. Until the
 * addresses are read, or where they cannot be, it is the place stored on this device.
 */
export function useDeliveryAddress(lastAddressId: string | undefined) {
  const isGuest = useAtomValue(userIdAtom) === undefined
  const isRead = useAtomValue(locationAtom.isReadAtom)
  const { location, chooseAddress } = useChosenPlace()
  const { addresses, isRead: areRead, isLoading, problem } = useAddresses()
  const loginPurpose = useAtomValue(loginPurposeAtom)
  const pendingIds = usePendingAddressIds()
  const currentAddressId = useAtomValue(currentAddressIdAtom)
  const chosenId = location?.addressId
  const currentId = chosenId === undefined ? undefined : currentAddressId(chosenId)
  const saved = addresses.find(({ _id }) => _id === currentId)
  const last = addresses.find(({ _id }) => _id === lastAddressId)
  const areUnknown = isLoading || problem !== undefined
  const remembered = areUnknown && location?.addressId ? location : undefined

  const only = addresses.length === 1 && !areUnknown ? addresses[0] : undefined
  // A place chosen elsewhere stays, and after the login of a guest the address is asked for.
  const isOnlyInSameCity =
    only && location && !chosenId && loginPurpose !== 'checkout' && isSameCity(only, location)
  const preselected = location ? (isOnlyInSameCity ? only : undefined) : (last ?? only)
  // The address that the account used last, for example on another device, or its only one.
  useEffect(() => {
    if (isRead && preselected) chooseAddress(preselected)
  }, [isRead, preselected, chooseAddress])

  const place = chosenId === undefined ? location : undefined
  const unsaved = isGuest ? location : remembered
  // The address was chosen before the server assigned its id.
  useEffect(() => {
    if (saved && saved._id !== chosenId) chooseAddress(saved)
  }, [saved, chosenId, chooseAddress])

  const hasAddress = saved !== undefined || Boolean(unsaved)
  return {
    isLoading,
    /** Whether everything that can change the address is loaded. */
    isKnown: location
      ? isChecked(location) && areRead && (!isLoading || hasAddress) && !preselected
      : isRead && !isLoading && !preselected,
    hasAddress,
    /** Whether the customer has no saved address yet. */
    isFirst: !isGuest && !areUnknown && addresses.length === 0,
    addressId: saved?._id ?? remembered?.addressId,
    isPending: saved !== undefined && pendingIds.has(saved._id),
    text: saved ? addressText(saved) : (unsaved ?? place)?.text,
    delivery: location?.delivery,
    problem:
      hasAddress && location?.delivery === null
        ? 'Delivery is not available for the chosen address'
        : undefined,
  }
}

const isSameCity = (address: Address, location: ChosenLocation) =>
  address.city.trim().toLowerCase() === location.city.trim().toLowerCase()

/** An address without coordinates is never checked. */
const isChecked = (location: ChosenLocation) =>
  location.delivery !== undefined || pointKey(location) === ''
