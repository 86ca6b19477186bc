import { useState } from 'react'

import type { Address, NewAddress } from '#contract/address.ts'
import { AccountFrame } from '#features/account/AccountFrame.tsx'
import { AddressTiles } from '#features/account/AddressTiles.tsx'
import { RemoveAddressDialog } from '#features/account/RemoveAddressDialog.tsx'
import { useAddresses } from '#features/account/useAddresses.ts'
import { useSignOut } from '#features/auth/useSignOut.ts'
import { AddressDialog } from '#features/location/address/AddressDialog.tsx'
import { useChosenPlace } from '#features/location/useChosenPlace.ts'
import { tell, tellFailure, tellServerMessageOr } from '#platform/tell.ts'

const couldNotAdd = tellFailure('Address could not be added!')
const couldNotUpdate = tellFailure('Address could not be updated!')
const couldNotDelete = tellServerMessageOr('Failed to delete address!')
const done = () => true
const not = (telling: () => Promise<void>) => () => telling().then(() => false)

/** Which address is being written: a new one, or one that is there. */
type Writing = 'new' | Address | null

export default function AddressesPage() {
  const signOut = useSignOut()
  const { addresses, isLoading, problem, add, update, remove } = useAddresses()
  const { location, chooseAddress, forgetAddress } = useChosenPlace()
  const [writing, write] = useState<Writing>(null)
  const [removing, setRemoving] = useState<Address | null>(null)
  if (problem) throw problem

  const old = writing === 'new' ? undefined : (writing ?? undefined)
  async function save(address: NewAddress): Promise<boolean> {
    if (!old) return add(address).then(done, not(couldNotAdd))
    return update({ ...address, addressId: old._id }).then((changed) => {
      if (location?.addressId === changed._id) chooseAddress(changed)
      return true
    }, not(couldNotUpdate))
  }

  return (
    <AccountFrame title="Saved Delivery Addresses" onSignOut={() => void signOut()}>
      <AddressTiles
        addresses={addresses}
        isLoading={isLoading}
        chosenId={location?.addressId}
        onAdd={() => write('new')}
        onChange={write}
        onRemove={setRemoving}
      />
      {writing && <AddressDialog address={old} onSave={save} onClose={() => write(null)} />}
      {removing && (
        <RemoveAddressDialog
          address={removing}
          onClose={() => setRemoving(null)}
          onRemove={({ _id }) =>
            remove(_id).then((message) => {
              forgetAddress(_id)
              return tell(message || 'Address deleted successfully!')
            }, couldNotDelete)
          }
        />
      )}
    </AccountFrame>
  )
}
