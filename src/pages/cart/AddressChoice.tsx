import { useAtomValue } from 'jotai'
import { useState } from 'react'

import type { Address, NewAddress } from '#contract/account.ts'
import { AddressPicker } from '#features/account/addresses/AddressPicker.tsx'
import { RemoveAddressDialog } from '#features/account/addresses/RemoveAddressDialog.tsx'
import { currentAddressIdAtom } from '#features/account/addresses/addressesAtom.ts'
import { useAddresses } from '#features/account/addresses/useAddresses.ts'
import { AddressDialog } from '#features/location/address/AddressDialog.tsx'
import { pointOf, useChosenPlace } from '#features/location/serviceability.ts'
import { toastRefusalOr } from '#platform/toasts.ts'

const couldNotAdd = toastRefusalOr('Address could not be added!')

/** The step: choosing a saved address, or adding a new one. */
export type AddressStep = 'pick' | 'write'

type Props = { step: AddressStep; onStep: (step: AddressStep | null) => void }

/** A customer's choice of the delivery address, with a form to add one. */
export function AddressChoice({ step, onStep }: Props) {
  const { addresses, isLoading, problem, add } = useAddresses()
  const [removing, setRemoving] = useState<Address | null>(null)
  const { location, chooseAddress, forgetAddress } = useChosenPlace()
  const currentAddressId = useAtomValue(currentAddressIdAtom)
  const addressId = location?.addressId && currentAddressId(location.addressId)
  const isMissing = problem !== undefined && !addresses.some(({ _id }) => _id === addressId)
  // A saved address may have no coordinates.
  const near =
    location && pointOf(location)
      ? { latitude: Number(location.latitude), longitude: Number(location.longitude) }
      : undefined

  const save = (draft: NewAddress) =>
    add(draft).then(
      (added) => {
        if (added) chooseAddress(added)
        return true
      },
      (error: unknown) => couldNotAdd(error).then(() => false),
    )

  if (step === 'write') {
    return <AddressDialog near={near} onSave={save} onClose={() => onStep(null)} />
  }
  return (
    <>
      <AddressPicker
        addresses={addresses}
        isLoading={isLoading}
        isIncomplete={problem !== undefined}
        chosenId={addressId}
        remembered={isMissing && addressId ? { addressId, text: location.text } : undefined}
        onChoose={(address) => {
          chooseAddress(address)
          onStep(null)
        }}
        onAdd={() => onStep('write')}
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
