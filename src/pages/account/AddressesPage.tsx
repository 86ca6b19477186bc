import { useState } from 'react'

import type { Address, NewAddress } from '#contract/account/account.ts'
import { AccountFrame } from '#features/account/AccountFrame.tsx'
import { AddressTiles, RemoveAddressDialog } from '#features/account/addresses/AddressTiles.tsx'
import { useAddresses } from '#features/account/addresses/useAddresses.ts'
import { useConfirmedLogout } from '#features/auth/logout/useLogout.ts'
import { AddressDialog } from '#features/location/address/AddressDialog.tsx'
import { useChosenPlace } from '#features/location/serviceability.ts'
import { toastRefusalOr } from '#platform/toasts.ts'
import { AgeNote } from '#ui/feedback/AgeNote.tsx'

const couldNotAdd = toastRefusalOr('Address could not be added!')
const couldNotUpdate = toastRefusalOr('Address could not be updated!')
const done = () => true
const falseAfter = (report: (error: unknown) => Promise<void>) => (error: unknown) =>
  report(error).then(() => false)

/** The address being edited: a new or a saved one. */
type EditedAddress = 'new' | Address | null

export default function AddressesPage() {
  const logOut = useConfirmedLogout()
  const { addresses, isLoading, problem, savedAt, add, update } = useAddresses()
  const { location, near, chooseAddress, forgetAddress } = useChosenPlace()
  const [edited, setEdited] = useState<EditedAddress>(null)
  const [removing, setRemoving] = useState<Address | null>(null)
  if (problem && addresses.length === 0) throw problem

  const old = edited === 'new' ? undefined : (edited ?? undefined)
  async function save(address: NewAddress): Promise<boolean> {
    if (!old) return add(address).then(done, falseAfter(couldNotAdd))
    return update(old._id, address).then((changed) => {
      if (changed && location?.addressId === changed._id) chooseAddress(changed)
      return true
    }, falseAfter(couldNotUpdate))
  }

  return (
    <AccountFrame title="Saved Delivery Addresses" onLogout={() => void logOut()}>
      <AgeNote savedAt={savedAt} icon="clock" upToDateText="Your addresses are up to date.">
        {(age) => `Saved on this device ${age}. They may have changed since.`}
      </AgeNote>
      <AddressTiles
        addresses={addresses}
        isLoading={isLoading}
        isIncomplete={problem !== undefined}
        chosenId={location?.addressId}
        onAdd={() => setEdited('new')}
        onChange={setEdited}
        onRemove={setRemoving}
      />
      {edited && (
        <AddressDialog
          address={old}
          near={old ? undefined : near}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      )}
      {removing && (
        <RemoveAddressDialog
          address={removing}
          onRemoved={forgetAddress}
          onClose={() => setRemoving(null)}
        />
      )}
    </AccountFrame>
  )
}
