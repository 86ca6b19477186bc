import type { Address } from '#contract/account.ts'
import { Badge, WaitingBadge, Note } from '#ui/feedback/Note.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { LoadingLine } from '#ui/feedback/Loading.tsx'
import { TextButton } from '#ui/forms/Button.tsx'
import styles from './AddressTiles.module.css'
import { useWaitingAddressIds } from './useAddresses.ts'

type Props = {
  addresses: Address[]
  isLoading: boolean
  /** There may be more that could not be loaded. */
  isIncomplete: boolean
  /** The address chosen for delivery. */
  chosenId: string | undefined
  onAdd: () => void
  onChange: (address: Address) => void
  onRemove: (address: Address) => void
}

/** Says that the list may be incomplete. */
export const IncompleteNote = () => (
  <Note icon="wifi-off">We couldn't load all your saved addresses yet. We'll keep trying.</Note>
)

/** A tile per saved address, and one to add another. */
export function AddressTiles(props: Props) {
  const { addresses, isLoading, isIncomplete, chosenId, onAdd, onChange, onRemove } = props
  const waitingIds = useWaitingAddressIds()
  // Rendered together, because late tiles would move the one to add.
  if (isLoading) return <LoadingLine>Loading addresses...</LoadingLine>
  return (
    <>
      {isIncomplete && <IncompleteNote />}
      {addresses.length === 0 && !isIncomplete && (
        <div className={styles.none}>
          <img src="/images/empty-addresses.svg" alt="" width={152} height={152} />
          <p>No addresses found. Add a new address below.</p>
        </div>
      )}
      <ul className={styles.tiles}>
        {addresses.map((address) => {
          const { _id, label, street, city, state, postalCode } = address
          return (
            <li key={_id} className={styles.tile}>
              <p className={styles.head}>
                <b>{label.toUpperCase()}</b>
                {_id === chosenId && <Badge tone="mint">Delivering here</Badge>}
                {waitingIds.has(_id) && <WaitingBadge />}
              </p>
              <p>{street}</p>
              <p className={styles.place}>{[city, state, postalCode].filter(Boolean).join(', ')}</p>
              <p className={styles.actions}>
                <TextButton onClick={() => onChange(address)}>Change Address</TextButton>
                <TextButton
                  isRemoval
                  aria-label={`Remove ${label}`}
                  onClick={() => onRemove(address)}
                >
                  Remove
                </TextButton>
              </p>
            </li>
          )
        })}
        <li>
          <button type="button" className={styles.add} onClick={onAdd}>
            <Icon name="plus" />
            Add New Address
          </button>
        </li>
      </ul>
    </>
  )
}
