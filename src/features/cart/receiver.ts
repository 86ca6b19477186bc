import { useAtom } from 'jotai'
import { useId, useState } from 'react'
import * as v from 'valibot'

import { phonePattern } from '#contract/auth.ts'
import type { Receiver } from '#contract/cart.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

/** Who takes the parcel, as it is typed; it may be half of it, or wrong. */
export const TypedReceiver = v.object({ name: v.string(), contactNumber: v.string() })
export type TypedReceiver = v.InferOutput<typeof TypedReceiver>

/** Null as long as nobody but the user takes it. */
export const receiverAtom = persistedAtom('receiver', v.nullable(TypedReceiver), null)

/** What is sent: nothing where nothing was typed, or all of it was wiped. */
export function receiverToSend(typed: TypedReceiver | null): Receiver | undefined {
  const { name = '', contactNumber = '' } = typed ?? {}
  return name.trim() ? { name: name.trim().replace(/ +/g, ' '), contactNumber } : undefined
}

const namePattern = /^[A-Za-z ]+$/

/** What is wrong with the receiver, and the field in which it has to be corrected. */
export type ReceiverProblem = { field: keyof TypedReceiver; message: string }

/** A receiver is optional; a name needs a number and the other way round. */
export function receiverProblem(receiver: TypedReceiver): ReceiverProblem | undefined {
  const { name, contactNumber } = receiver
  const [hasName, hasPhone] = [name.trim() !== '', contactNumber !== '']
  if (hasName && !namePattern.test(name)) {
    return { field: 'name', message: "Please enter a valid receiver's name" }
  }
  if (hasName !== hasPhone) {
    const field = hasName ? 'contactNumber' : 'name'
    return { field, message: 'Please enter all receiver details' }
  }
  if (hasPhone && !phonePattern.test(contactNumber)) {
    return { field: 'contactNumber', message: 'Please enter a valid phone number for receiver' }
  }
  return undefined
}

type FieldName = keyof TypedReceiver

const untouched = { name: false, contactNumber: false }
const touched = { name: true, contactNumber: true }

/**
 * The receiver as it is typed, starting from the customer's own details. A field reports its error
 * once it was left, not while it is being filled in; an error on show stays until it is corrected.
 */
export function useReceiver(own: TypedReceiver) {
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
      // An error that appears as a button is pressed would move the button away from the pointer.
      onBlur: () => {
        if (document.querySelector('button:active')) return
        setIsTouched((before) => ({ ...before, [name]: true }))
      },
    }),
    change(name: FieldName, text: string) {
      if (!errorOf(name)) setIsTouched((before) => ({ ...before, [name]: false }))
      void setTyped((before) => ({ ...(before ?? own), [name]: text }))
    },
    /** Shows the error at its field and puts the cursor there. */
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
