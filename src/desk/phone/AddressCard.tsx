import { arrivalText } from '#contract/delivery/deliveryPromise.ts'
import type { Caller } from '#contract/staff/phoneOrders.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { AddressFields } from '#desk/address/AddressFields.tsx'
import { type PlaceCheck, placeName } from '#desk/address/deliveryPlace.ts'
import { texts as addressTexts } from '#desk/address/texts.ts'
import { Card } from '#desk/ui/Card.tsx'
import { Choice, TextField } from '#desk/ui/form/Fields.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { type Draft, newAddress, savedAddressOf } from './draft.ts'
import styles from './NewOrderPage.module.css'
import { type FieldProblems, placeVerdict } from './orderContent.ts'
import type { OwnWarehouse } from './phoneOrder.ts'
import { texts } from './texts.ts'

type Props = {
  draft: Draft
  problems: FieldProblems
  /** Null for somebody new, undefined until it is known. */
  customer: Caller | null | undefined
  check: PlaceCheck
  warehouse: OwnWarehouse | undefined
  onChange: (changes: Partial<Draft>) => void
}

/** Where it goes and who receives it: a saved address of the customer, or a new one. */
export function AddressCard({ draft, problems, customer, check, ...props }: Props) {
  const { warehouse, onChange } = props
  const saved = customer?.addresses ?? []
  const chosen = savedAddressOf(draft, customer)
  const placeResult = placeVerdict({ check, warehouse, saved: chosen, draft })
  const { place } = check
  const verdict =
    placeResult?.isGood && place && warehouse
      ? {
          isGood: true,
          text: texts.served(
            placeName(place, chosen?.postalCode ?? draft.address.postalCode),
            warehouse.name,
            arrivalText(new Date(warehouse.promisedBy), new Date()),
          ),
        }
      : placeResult
  if (customer === undefined) {
    return (
      <Card title={texts.address}>
        <p className={styles.muted}>{texts.addressFirst}</p>
      </Card>
    )
  }
  return (
    <Card title={texts.address}>
      <div className={styles.fields}>
        {saved.length > 0 && (
          <fieldset className={formStyles.choices}>
            <legend className={styles.hidden}>{texts.address}</legend>
            {saved.map((address) => (
              <Choice
                key={address._id}
                name="address"
                isChosen={address._id === chosen?._id}
                onChoose={() => onChange({ addressId: address._id })}
              >
                <b>{addressTexts.labels[address.label]}</b>
                <span>
                  {[address.street, address.city, address.postalCode].filter(Boolean).join(', ')}
                </span>
              </Choice>
            ))}
            <Choice
              name="address"
              isChosen={!chosen}
              onChoose={() => onChange({ addressId: newAddress })}
            >
              <b>{texts.newAddress}</b>
            </Choice>
          </fieldset>
        )}
        {chosen ? (
          <p
            className={styles.verdict}
            data-bad={verdict?.isGood === false || undefined}
            role="status"
          >
            {verdict && <Icon name={verdict.isGood ? 'check' : 'alert'} size="s" />}
            <span>{verdict?.text ?? addressTexts.checking}</span>
          </p>
        ) : (
          <AddressFields
            form={draft.address}
            {...{ check, verdict, problems }}
            onChange={(change) => onChange({ address: { ...draft.address, ...change } })}
          />
        )}
        <ReceiverFields {...{ draft, problems, onChange }} />
      </div>
    </Card>
  )
}

type ReceiverProps = Pick<Props, 'draft' | 'problems' | 'onChange'>

function ReceiverFields({ draft: { receiver }, problems, onChange }: ReceiverProps) {
  return (
    <>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={receiver !== null}
          onChange={({ target }) =>
            onChange({ receiver: target.checked ? { name: '', phone: '' } : null })
          }
        />
        <span>{texts.receiver}</span>
      </label>
      {receiver && (
        <div className={styles.pair}>
          <TextField
            name={addressTexts.receiverName}
            max={80}
            value={receiver.name}
            problem={problems.receiverName}
            onType={(name) => onChange({ receiver: { ...receiver, name } })}
          />
          <TextField
            name={addressTexts.receiverPhone}
            type="tel"
            inputMode="numeric"
            value={receiver.phone}
            problem={problems.receiverPhone}
            onType={(phone) =>
              onChange({ receiver: { ...receiver, phone: typedPhone(phone, receiver.phone) } })
            }
          />
        </div>
      )}
    </>
  )
}
