import { Button } from '@mantine/core'
import { useId } from 'react'

import { AddressLabel } from '#contract/account/account.ts'
import { typedPinCode } from '#contract/values/codes.ts'
import { errorText } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { SelectField, TextField } from '#desk/ui/form/Fields.tsx'
import {
  type AddressForm,
  type AddressProblems,
  cityOf,
  isOtherCity,
  type PlaceCheck,
  type PlaceVerdict,
} from './deliveryPlace.ts'
import styles from './AddressFields.module.css'
import { texts } from './texts.ts'

type Props = {
  form: AddressForm
  check: PlaceCheck
  verdict: PlaceVerdict | undefined
  problems: AddressProblems
  onChange: (change: Partial<AddressForm>) => void
}

/** The fields of an address, as the shopper's form has them, with what its PIN code means. */
export function AddressFields({ form, check, verdict, problems, onChange }: Props) {
  const { place } = check
  const placeId = useId()
  return (
    <div className={styles.fields}>
      <TextField
        name={texts.house}
        hint={texts.houseHint}
        max={100}
        value={form.house}
        onType={(house) => onChange({ house })}
        isFirst
      />
      <TextField
        name={texts.street}
        max={300}
        value={form.street}
        problem={problems.street}
        onType={(street) => onChange({ street })}
      />
      <div className={styles.pair}>
        <TextField
          name={texts.postalCode}
          inputMode="numeric"
          value={form.postalCode}
          problem={problems.postalCode}
          problemId={problems.place && placeId}
          onType={(typed) => onChange({ postalCode: typedPinCode(typed, form.postalCode) })}
        />
        <TextField
          name={texts.city}
          max={80}
          value={cityOf(form, place)}
          hint={isOtherCity(form, place) ? texts.otherCity(place?.city ?? '') : undefined}
          problem={problems.city}
          onType={(city) => onChange({ city })}
        />
      </div>
      <PlaceLine id={placeId} check={check} verdict={verdict} />
      <SelectField
        name={texts.label}
        value={form.label}
        options={AddressLabel.options.map((value) => ({ value, label: texts.labels[value] }))}
        onChoose={(label) => onChange({ label })}
      />
    </div>
  )
}

type PlaceLineProps = Pick<Props, 'check' | 'verdict'> & { id: string }

function PlaceLine({ id, check, verdict }: PlaceLineProps) {
  const { problem, isReading, retry, place } = check
  if (problem && !place) {
    return (
      <p id={id} className={styles.place} data-kind="bad" role="status">
        <span>{errorText(problem, texts.couldNotCheck)}</span>
        <Button size="s" variant="line" onClick={retry}>
          {frameTexts.tryAgain}
        </Button>
      </p>
    )
  }
  const kind = verdict && (verdict.isGood ? 'good' : 'bad')
  return (
    <p id={id} className={styles.place} data-kind={kind} role="status">
      {verdict && <Icon name={verdict.isGood ? 'check' : 'alert'} size="s" />}
      <span>{verdict?.text ?? (isReading ? texts.checking : '')}</span>
    </p>
  )
}
