import * as v from 'valibot'

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
