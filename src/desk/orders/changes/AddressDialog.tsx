import { type FormEvent, useRef, useState } from 'react'

import { arrivalText } from '#contract/delivery/deliveryPromise.ts'
import type { CorrectAddress, DeliveryPlace } from '#contract/staff/addressChange.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import { cleanPhone, phonePattern, typedPhone } from '#contract/values/phone.ts'
import { AddressFields } from '#desk/address/AddressFields.tsx'
import {
  type AddressForm,
  addressFormOf,
  placeName,
  type PlaceVerdict,
  problemsInAddress,
  problemsInReceiver,
  type ReceiverForm,
  type ReceiverProblems,
  sentAddress,
  useDeliveryPlace,
} from '#desk/address/deliveryPlace.ts'
import { texts as addressTexts } from '#desk/address/texts.ts'
import { texts } from '#desk/orders/texts.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { TextField } from '#desk/ui/form/Fields.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { FormFooter } from '#desk/ui/form/FormFooter.tsx'
import { useFieldProblems } from '#desk/ui/form/useForm.ts'
import type { ItemChange } from './itemChanges.ts'
import styles from './MoveDialog.module.css'
import { Effect } from './MoveEffects.tsx'

type Props = {
  order: StaffOrder
  problem: string | undefined
  isBusy: boolean
  onEdit: () => void
  onSave: (change: ItemChange) => void
  onClose: () => void
}

const names = texts.correct

/** Corrects where an order goes and who receives it, with what that does before it is done. */
export function AddressDialog({ order, problem, isBusy, onSave, ...on }: Props) {
  const { onEdit, onClose } = on
  const [form, setForm] = useState(() => addressFormOf(order.address))
  const [receiver, setReceiver] = useState(() => receiverFormOf(order))
  const isSameStreet = isInSameStreet(order, form)
  const check = useDeliveryPlace(form.postalCode, isSameStreet ? pointOf(order) : undefined)
  const verdict = verdictOf(order, form, check.place)
  const formElement = useRef<HTMLFormElement>(null)
  const currentProblems = {
    ...problemsInAddress(form, check.place, verdict),
    ...problemsInChangedReceiver(order, receiver),
  }
  const { problems, show } = useFieldProblems(formElement, currentProblems)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    show()
    if (Object.keys(currentProblems).length > 0) return
    const isSamePin = form.postalCode === order.address.postalCode
    const address = sentAddress(form, check.place)
    onSave({
      call: 'correctAddress',
      body: {
        corrections: order.address.corrections,
        address: isSamePin ? { ...address, state: order.address.state } : address,
        ...changedReceiver(order, receiver),
      },
    })
  }

  return (
    <Dialog onClose={onClose} title={names.title}>
      <form
        className={formStyles.longForm}
        ref={formElement}
        noValidate
        onChange={onEdit}
        onSubmit={submit}
      >
        <AddressFields
          {...{ form, check, verdict, problems }}
          onChange={(change) => setForm((before) => ({ ...before, ...change }))}
        />
        <TextField
          name={addressTexts.receiverName}
          max={80}
          value={receiver.name}
          problem={problems.receiverName}
          onType={(name) => setReceiver((before) => ({ ...before, name }))}
        />
        <TextField
          name={addressTexts.receiverPhone}
          type="tel"
          inputMode="numeric"
          value={receiver.phone}
          problem={problems.receiverPhone}
          placeholder={maskedPhoneOf(order)}
          {...(maskedPhoneOf(order) && { hint: names.maskedHint })}
          onType={(phone) =>
            setReceiver((before) => ({ ...before, phone: typedPhone(phone, before.phone) }))
          }
        />
        <dl className={styles.effects}>
          <Effect name={names.promise} text={promiseText(order, check.place, isSameStreet)} />
          <Effect name={names.charges} text={names.chargesStay} />
          <Effect name={texts.order.message} text={names.told} />
          {order.state !== 'new' && <Effect name={names.label} text={names.labelAgain} />}
        </dl>
        <FormFooter {...{ problem, isBusy, onClose }} action={names.save} cancel={texts.keep} />
      </form>
    </Dialog>
  )
}

const receiverOf = ({ receiver, person }: StaffOrder) => ({
  name: receiver?.name ?? person.name,
  phone: receiver?.contactNumber ?? person.contactNumber ?? '',
})

const isMasked = (phone: string) => phone !== '' && !phonePattern.test(phone)

/** A number that the role does not see is not in the form: without another one it stays. */
function receiverFormOf(order: StaffOrder): ReceiverForm {
  const { name, phone } = receiverOf(order)
  return { name, phone: isMasked(phone) ? '' : phone }
}

function maskedPhoneOf(order: StaffOrder): string | undefined {
  const { phone } = receiverOf(order)
  return isMasked(phone) ? phone : undefined
}

const isReceiverSame = (order: StaffOrder, { name, phone }: ReceiverForm) => {
  const before = receiverFormOf(order)
  return name.trim() === before.name && cleanPhone(phone) === before.phone
}

const problemsInChangedReceiver = (order: StaffOrder, receiver: ReceiverForm): ReceiverProblems =>
  isReceiverSame(order, receiver) ? {} : problemsInReceiver(receiver)

/** Nothing if it stays; null if the customer receives the order themselves. */
function changedReceiver(
  order: StaffOrder,
  receiver: ReceiverForm,
): Pick<CorrectAddress, 'receiver'> {
  if (isReceiverSame(order, receiver)) return {}
  const [name, contactNumber] = [receiver.name.trim(), cleanPhone(receiver.phone)]
  const { person } = order
  const isCustomer = name === person.name && contactNumber === person.contactNumber
  return { receiver: isCustomer ? null : { name, contactNumber } }
}

const ownWarehouse = ({ warehouse }: StaffOrder, place: DeliveryPlace | undefined) =>
  place?.warehouses.find(({ id }) => id === warehouse.id)

/** Whether the order's warehouse delivers to the place of the PIN code. */
function verdictOf(
  order: StaffOrder,
  { postalCode }: AddressForm,
  place: DeliveryPlace | undefined,
): PlaceVerdict | undefined {
  if (!place || place.city === null) {
    return place && { isGood: false, text: addressTexts.unknownPlace(postalCode) }
  }
  const name = placeName(place, postalCode)
  const { name: own } = order.warehouse
  if (ownWarehouse(order, place)) return { isGood: true, text: names.served(name, own) }
  const [other] = place.warehouses
  return {
    isGood: false,
    text: other ? names.otherWarehouse(name, other.name, own) : addressTexts.notServed(name),
  }
}

/** In the same street the order keeps the place on the map that the customer has chosen. */
function isInSameStreet({ address }: StaffOrder, form: AddressForm): boolean {
  const before = addressFormOf(address)
  return (['street', 'city', 'postalCode'] as const).every(
    (part) => form[part].trim() === before[part],
  )
}

const pointOf = ({ address: { latitude, longitude } }: StaffOrder) => ({
  latitude: String(latitude ?? ''),
  longitude: String(longitude ?? ''),
})

/** The promise that the order then has: in the same street it stays, elsewhere it is made anew. */
function promiseText(
  order: StaffOrder,
  place: DeliveryPlace | undefined,
  isSameStreet: boolean,
): string {
  if (order.state === 'failed') return names.promisedLater
  const now = new Date()
  const stays = order.promisedBy
    ? names.promiseStays(arrivalText(new Date(order.promisedBy), now))
    : names.noPromise
  if (isSameStreet) return stays
  const own = ownWarehouse(order, place)
  return own ? names.promisedAnew(arrivalText(new Date(own.promisedBy), now)) : names.promisedIf
}
