import { createHash } from 'node:crypto'

import type { Receiver } from '#contract/cart.ts'
import { addressOf, type AddressRow } from '#server/database/readAddress.ts'
import type { Quote } from './quoteBag.ts'

type Going = { address: AddressRow; receiver: Receiver | undefined }

/** The same for the same things at the same price, to the same door and person. */
export function bagHashOf({ cart, shown, coupon, amount }: Quote, going: Going): string {
  const { address, receiver } = going
  const lines = shown.map(({ productId, size, trialSize, quantity }) => [
    productId._id,
    size,
    trialSize ?? null,
    quantity,
    productId.discountedPrice,
  ])
  const person = receiver ?? [cart.receiverName, cart.receiverContactNumber]
  const whole = [cart.purchaseType, lines, coupon?.id, amount, addressOf(address), person]
  return createHash('sha256').update(JSON.stringify(whole)).digest('base64url')
}
