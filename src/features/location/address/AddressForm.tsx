import type { AddressLabel } from '#contract/account.ts'
import { Field } from '#ui/forms/Field.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import type { AddressDraft, AddressProblems } from './addressDraft.ts'
import styles from './AddressForm.module.css'
import { addressLabels } from './addressLabels.ts'

type Props = {
  draft: AddressDraft
  problems: AddressProblems
  onChange: (change: Partial<AddressDraft>) => void
}

const labels = Object.entries(addressLabels) as [AddressLabel, { text: string; icon: string }][]
const pincodeDigits = 6

export function AddressForm({ draft, problems, onChange }: Props) {
  return (
    <div className={styles.form}>
      <Field
        label="Address"
        autoComplete="street-address"
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
          label="Pincode"
          autoComplete="postal-code"
          inputMode="numeric"
          value={draft.postalCode}
          error={problems.postalCode}
          onChange={({ target }) =>
            onChange({ postalCode: target.value.replace(/\D/g, '').slice(0, pincodeDigits) })
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
              {text}
            </button>
          ))}
        </div>
        {problems.label && (
          <p className={styles.problem} role="alert">
            <Icon name="alert" size="s" />
            {problems.label}
          </p>
        )}
      </fieldset>
    </div>
  )
}
