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
