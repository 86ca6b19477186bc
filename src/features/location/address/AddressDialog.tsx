import { useAtomValue } from 'jotai'
import { useState } from 'react'

import type { Address, AddressLabel, NewAddress } from '#contract/account/account.ts'
import type { Point } from '#contract/delivery/location.ts'
import { typedPinCode } from '#contract/values/codes.ts'
import { PlaceMap } from '#features/location/map/PlaceMap.tsx'
import { useDetection } from '#features/location/places/usePlaces.ts'
import { PlaceSearch } from '#features/location/places/PlaceSearch.tsx'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { useHasBeenTrue } from '#platform/rendering/delayedState.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { Button, IconButton } from '#ui/forms/Button.tsx'
import { Field } from '#ui/forms/Fields.tsx'
import { useIsWide } from '#platform/rendering/pageWidth.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './AddressDialog.module.css'
import { type AddressDraft, type AddressProblems, areaOf, useAddressDraft } from './addressDraft.ts'
import { addressLabels } from './addressLabels.ts'

type Props = {
  /** The address to edit; without it a new one is added. */
  address?: Address | undefined
  /** Initial position of the map for an address without coordinates. */
  near?: Point | undefined
  /** Saves it, shows a message if that fails, and returns whether it is saved. */
  onSave: (address: NewAddress) => Promise<boolean>
  onClose: () => void
}

/**
 * The position and fields of an address: two steps on a phone, side by side on a wide screen.
 * Offline there is no map; the server then finds the place by the PIN code.
 */
export function AddressDialog({ address, near, onSave, onClose }: Props) {
  const isWide = useIsWide()
  const [step, setStep] = useState<'map' | 'form'>('map')
  const [isSaving, setIsSaving] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const { draft, isLookingUp, problems, change, moveMarker, goTo, checkPlace, finish, clear } =
    useAddressDraft({ address, near })
  const { isDetecting, detect } = useDetection(goTo)
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  // The form stays when the connection is back, because somebody may be typing.
  if (isOffline && step === 'map') setStep('form')
  const hasForm = isWide || step === 'form'
  const hasMap = !isOffline && (isWide || step === 'map')
  const hasSeenMap = useHasBeenTrue(hasMap)

  async function save() {
    const finished = finish(hasSeenMap)
    if (!finished) {
      if (!checkPlace()) setStep('map')
      return
    }
    setIsSaving(true)
    if (!(await onSave(finished))) return setIsSaving(false)
    clear()
    onClose()
  }

  const saveButton = (
    <Button
      isWide
      disabled={isLookingUp}
      isBusy={isSaving}
      busyText="Saving..."
      onClick={() => void save()}
    >
      {address ? 'Update Address' : 'Save & Continue'}
    </Button>
  )
  const nextButton = (
    <Button isWide disabled={isLookingUp} onClick={() => checkPlace() && setStep('form')}>
      Update the pin & proceed
    </Button>
  )

  return (
    <>
      <Dialog
        title={isLookingUp ? 'Updating address...' : address ? 'Change address' : 'Add address'}
        shape="full"
        width="wide"
        onClose={() => (draft.isEdited ? setIsLeaving(true) : onClose())}
        onBack={!isWide && !hasMap && !isOffline ? () => setStep('map') : undefined}
        footer={isWide ? undefined : hasForm ? saveButton : nextButton}
      >
        <div className={styles.parts}>
          {hasMap && (
            <div className={styles.place}>
              <PlaceSearch onFound={goTo} isOverContent />
              <div className={styles.map}>
                <PlaceMap point={draft.point} onMove={moveMarker} />
                <div className={styles.here}>
                  <IconButton
                    icon="target"
                    label="Current Location"
                    isOnImage
                    disabled={isDetecting}
                    onClick={detect}
                  />
                </div>
              </div>
              <PinAddress draft={draft} />
              {problems.place && (
                <p className={styles.placeProblem} role="alert">
                  <Icon name="alert" size="s" />
                  <span>{problems.place}</span>
                </p>
              )}
            </div>
          )}
          {hasForm && (
            <div className={styles.formColumn}>
              {isOffline && (
                <Note icon="wifi-off">
                  {address
                    ? 'You’re offline, so we can’t show the map. You can still edit the address.'
                    : 'You’re offline, so we can’t show the map. We’ll find this address by its PIN code when you’re back online.'}
                </Note>
              )}
              <AddressForm draft={draft} problems={problems} onChange={change} />
              {isWide && <div className={styles.save}>{saveButton}</div>}
            </div>
          )}
        </div>
      </Dialog>
      {isLeaving && (
        <DiscardDialog
          isNew={address === undefined}
          onKeep={() => setIsLeaving(false)}
          onDiscard={() => {
            clear()
            onClose()
          }}
        />
      )}
    </>
  )
}

/** The address at the marker. */
function PinAddress({
  draft: { found, isPlaced, city, state, postalCode },
}: {
  draft: AddressDraft
}) {
  const shown = found ?? { city, state, postalCode }
  const title = (found && areaOf(found)) || shown.city
  const around = [
    title === shown.city ? '' : shown.city,
    `${shown.state} ${shown.postalCode}`.trim(),
  ]
  return (
    <div className={styles.markerAddress} role="status">
      <Icon name="pin" size="s" />
      {isPlaced ? (
        <p>
          <b>{title}</b>
          <span>{around.filter(Boolean).join(', ')}</span>
        </p>
      ) : (
        <p>
          <span>Search for your area, or move the pin to your door.</span>
        </p>
      )}
    </div>
  )
}

type DiscardProps = { isNew: boolean; onKeep: () => void; onDiscard: () => void }

function DiscardDialog({ isNew, onKeep, onDiscard }: DiscardProps) {
  return (
    <Dialog
      title={isNew ? 'Discard this address?' : 'Discard your changes?'}
      onClose={onKeep}
      footer={
        <>
          <Button variant="outline" isWide onClick={onKeep}>
            Keep editing
          </Button>
          <Button variant="danger" isWide onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      <p>{`You haven’t saved ${isNew ? 'this address' : 'them'} yet.`}</p>
    </Dialog>
  )
}

type AddressFormProps = {
  draft: AddressDraft
  problems: AddressProblems
  onChange: (change: Partial<AddressDraft>) => void
}

const labels = Object.entries(addressLabels) as [AddressLabel, { text: string; icon: string }][]
const houseLabel = 'House or flat number, floor, building'

function AddressForm({ draft, problems, onChange }: AddressFormProps) {
  return (
    <div className={styles.form}>
      <Field
        label={houseLabel}
        hint="Such as Flat 302, 3rd floor, Palm Residency"
        autoComplete="address-line1"
        maxLength={100}
        value={draft.house}
        error={problems.house}
        onChange={({ target }) => onChange({ house: target.value })}
      />
      <Field
        label="Address"
        autoComplete="address-line2"
        maxLength={200}
        value={draft.street}
        error={problems.street}
        onChange={({ target }) => onChange({ street: target.value })}
      />
      <Field
        label="Landmark & Area name (optional)"
        maxLength={90}
        value={draft.landmark}
        onChange={({ target }) => onChange({ landmark: target.value })}
      />
      <div className={styles.pair}>
        <Field
          label="City / District"
          autoComplete="address-level2"
          maxLength={80}
          value={draft.city}
          error={problems.city}
          onChange={({ target }) => onChange({ city: target.value })}
        />
        <Field
          label="PIN code"
          autoComplete="postal-code"
          inputMode="numeric"
          value={draft.postalCode}
          error={problems.postalCode}
          onChange={({ target }) =>
            onChange({ postalCode: typedPinCode(target.value, draft.postalCode) })
          }
        />
      </div>
      <fieldset>
        <legend className={styles.legend}>Save as</legend>
        <div className={styles.labels}>
          {labels.map(([label, { text, icon }]) => (
            <button
              key={label}
              type="button"
              className={styles.label}
              aria-pressed={draft.label === label}
              onClick={() => onChange({ label })}
            >
              <Icon name={icon} size="s" />
              <span>{text}</span>
            </button>
          ))}
        </div>
        {problems.label && (
          <p className={styles.problem} role="alert">
            <Icon name="alert" size="s" />
            <span>{problems.label}</span>
          </p>
        )}
      </fieldset>
    </div>
  )
}
