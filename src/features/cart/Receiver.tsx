import { useAtom } from 'jotai'
import { useId, useState } from 'react'
import * as v from 'valibot'

import { Receiver } from '#contract/cart/cart.ts'
import * as rules from '#contract/rules.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { Field } from '#ui/forms/Fields.tsx'
import { Disclosure } from '#ui/overlays/Disclosure.tsx'
import styles from './Receiver.module.css'

/** The receiver as typed; it may be incomplete or invalid. */
export const ReceiverDraft = v.object({ name: v.string(), contactNumber: v.string() })
export type ReceiverDraft = v.InferOutput<typeof ReceiverDraft>

/** Null if the customer receives the parcel. */
export const receiverAtom = persistedAtom('receiver', v.nullable(ReceiverDraft), null)

/** The receiver to send; undefined if nothing was typed or everything was deleted. */
export function receiverToSend(typed: ReceiverDraft | null): Receiver | undefined {
  if (!typed?.name.trim()) return undefined
  const { success, output } = v.safeParse(Receiver, typed)
  return success ? output : undefined
}

const { name: ReceiverName, contactNumber: ReceiverPhone } = Receiver.entries

/** An error in the receiver's details, and its field. */
type ReceiverProblem = { field: keyof ReceiverDraft; message: string }

/** A receiver is optional; a name needs a number and the other way round. */
export function receiverProblem(receiver: ReceiverDraft): ReceiverProblem | undefined {
  const { name, contactNumber } = receiver
  const [hasName, hasPhone] = [name.trim() !== '', contactNumber !== '']
  if (hasName && !v.is(ReceiverName, name)) {
    return { field: 'name', message: "Please enter a valid receiver's name" }
  }
  if (hasName !== hasPhone) {
    const field = hasName ? 'contactNumber' : 'name'
    return { field, message: 'Please enter all receiver details' }
  }
  if (hasPhone && !v.is(ReceiverPhone, contactNumber)) {
    return { field: 'contactNumber', message: 'Please enter a valid phone number for receiver' }
  }
  return undefined
}

type FieldName = keyof ReceiverDraft

const untouched = { name: false, contactNumber: false }
const touched = { name: true, contactNumber: true }

/**
 * The receiver's form, prefilled with the customer's own details. A field shows its error after it
 * was left, not while it is being filled in; a visible error stays until it is corrected.
 */
export function useReceiver(own: ReceiverDraft) {
  const [typed, setTyped] = useAtom(receiverAtom)
  const problem = typed ? receiverProblem(typed) : undefined
  const [isTouched, setIsTouched] = useState(problem ? touched : untouched)
  const value = typed ?? own
  const formId = useId()
  const idOf = (name: FieldName) => `${formId}-${name}`
  const errorOf = (name: FieldName) =>
    problem?.field === name && isTouched[name] ? problem.message : undefined

  return {
    hasProblem: problem !== undefined,
    field: (name: FieldName) => ({
      name: idOf(name),
      value: value[name],
      error: errorOf(name),
      // An error that appears on pointer down would move the button away from the pointer.
      onBlur: () => {
        if (document.querySelector('button:active')) return
        setIsTouched((before) => ({ ...before, [name]: true }))
      },
    }),
    change(name: FieldName, text: string) {
      if (!errorOf(name)) setIsTouched((before) => ({ ...before, [name]: false }))
      void setTyped((before) => ({ ...(before ?? own), [name]: text }))
    },
    /** Shows the error at its field and focuses the field. */
    askForCorrection() {
      setIsTouched(touched)
      if (!problem) return
      const [field] = document.getElementsByName(idOf(problem.field))
      const details = field?.closest('details')
      if (details) details.open = true
      field?.focus()
    },
  }
}

type Props = { receiver: ReturnType<typeof useReceiver> }

const { prefix } = rules.phone

export function ReceiverForm({ receiver }: Props) {
  const phone = receiver.field('contactNumber')
  return (
    <Disclosure title="Receiver's Information" isInitiallyOpen={receiver.hasProblem}>
      <div className={styles.form}>
        <Field
          label="Name"
          autoComplete="name"
          maxLength={80}
          {...receiver.field('name')}
          onChange={({ target }) => receiver.change('name', target.value)}
        />
        <Field
          label="Phone"
          prefix={prefix}
          inputMode="numeric"
          autoComplete="tel-national"
          {...phone}
          onChange={({ target }) =>
            receiver.change('contactNumber', typedPhone(target.value, phone.value))
          }
        />
      </div>
    </Disclosure>
  )
}
