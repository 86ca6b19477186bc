import { useState } from 'react'

import type { Address, NewAddress } from '#contract/address.ts'
import type { Point } from '#contract/location.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { useIsWide } from '#ui/useIsWide.ts'
import styles from './AddressDialog.module.css'
import { AddressForm } from './AddressForm.tsx'
import { PinMap } from '#features/location/map/PinMap.tsx'
import { PlaceSearch } from '#features/location/places/PlaceSearch.tsx'
import { useAddressDraft } from './useAddressDraft.ts'
import { useDetection } from '#features/location/places/useDetection.ts'

type Props = {
  /** The one to change; a new one without it. */
  address?: Address | undefined
  /** Where the map opens, if the address does not say. */
  near?: Point | undefined
  /** Saves it; what fails is told by whoever saves. Gives whether it is saved. */
  onSave: (address: NewAddress) => Promise<boolean>
  onClose: () => void
}

/** Where it is, by pin, and what it is called: two steps on a phone, side by side on a wide screen. */
export function AddressDialog({ address, near, onSave, onClose }: Props) {
  const isWide = useIsWide()
  const [step, setStep] = useState<'map' | 'form'>('map')
  const [isSaving, setIsSaving] = useState(false)
  const { draft, isUpdating, problems, change, movePin, goTo, checkPlace, finished } =
    useAddressDraft({ address, near })
  const { isDetecting, detect } = useDetection((place) => goTo(place))
  const hasForm = isWide || step === 'form'
  const hasMap = isWide || step === 'map'

  async function save() {
    const whole = finished()
    if (!whole) return
    setIsSaving(true)
    if (await onSave(whole)) onClose()
    else setIsSaving(false)
  }

  return (
    <Dialog
      title={isUpdating ? 'Updating address...' : address ? 'Change address' : 'Add address'}
      shape="full"
      width="wide"
      onClose={onClose}
      onBack={!isWide && step === 'form' ? () => setStep('map') : undefined}
      footer={
        hasForm ? (
          <Button isWide isBusy={isSaving} busyText="Saving..." onClick={() => void save()}>
            {address ? 'Update Address' : 'Save & Continue'}
          </Button>
        ) : (
          <Button isWide disabled={isUpdating} onClick={() => checkPlace() && setStep('form')}>
            Update the pin & proceed
          </Button>
        )
      }
    >
      <div className={styles.parts}>
        {hasMap && (
          <div className={styles.place}>
            <PlaceSearch onFound={goTo} />
            <div className={styles.map}>
              <PinMap point={draft.point} onMove={movePin} />
              <div className={styles.here}>
                <IconButton
                  icon="target"
                  label="Current Location"
                  isOnPicture
                  disabled={isDetecting}
                  onClick={detect}
                />
              </div>
            </div>
            <p className={styles.found} role="status">
              {[draft.streetOfMap, draft.city].filter(Boolean).join(', ')}
            </p>
            {problems.place && (
              <p className={styles.problem} role="alert">
                <Icon name="alert" size="s" />
                {problems.place}
              </p>
            )}
          </div>
        )}
        {hasForm && <AddressForm draft={draft} problems={problems} onChange={change} />}
      </div>
    </Dialog>
  )
}
