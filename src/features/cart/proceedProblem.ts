import type { CartLine, PurchaseType } from '#contract/cart.ts'
import { phonePattern } from '#contract/auth.ts'
import { trialSizesOf } from '#contract/catalogue/stock.ts'
import type { TypedReceiver } from './receiverAtom.ts'

const namePattern = /^[A-Za-z ]+$/

/** Whether there are not as many pieces as the line wants. */
export const isShort = ({ productId: { stock }, size, quantity }: CartLine): boolean =>
  (stock[size] ?? 0) < quantity

/** Why the bag cannot be paid for, the first reason first. Checked after address and login, before the receiver. */
export function proceedProblem(
  lines: CartLine[],
  chosen: PurchaseType | undefined,
): string | undefined {
  if (lines.some(isShort)) return 'Some products are out of stock'
  if (!chosen) return 'Please select Try and Buy or Standard Delivery option'
  if (lines.some(lacksTrialSize)) return 'Please select trial size for every product'
  return undefined
}

function lacksTrialSize({ purchaseType, productId, size, trialSize }: CartLine): boolean {
  if (purchaseType === 'Standard') return false
  return !trialSize || !trialSizesOf(productId, size).includes(trialSize)
}

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

/** Why a bag cannot be tried at the door, naming what does not go. */
export function trialObstacle(lines: CartLine[]): string | undefined {
  const brand = lines.find(({ productId }) => !productId.brand.is_try_and_buy_visible)
  if (brand) return `Try and Buy not available for ${brand.productId.brand.name} products`
  const line = lines.find(({ productId, size }) => trialSizesOf(productId, size).length === 0)
  if (!line) return undefined
  const { productId, size } = line
  return `Try and Buy is not available for ${productId.name}: no size beside ${size} is in stock`
}
