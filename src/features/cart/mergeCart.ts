import { lowerSizeText } from '#contract/catalogue/stock.ts'
import { getDefaultStore } from 'jotai'

import type { LoginResult } from '#contract/account/auth.ts'
import * as rules from '#contract/rules.ts'
import type { Cart, CartLine } from '#contract/cart/cart.ts'
import { ApiError, isDefiniteFailure } from '#platform/api/apiError.ts'
import { createSessionGuard } from '#platform/storage/deviceStorage.ts'
import { toastFailure } from '#platform/toasts.ts'
import { addToCart } from './cartApi.ts'
import { cartAtom, emptyCart, savedCartAtom } from './cartAtom.ts'

const store = getDefaultStore()

/**
 * Adds a guest's bag to the account of the customer who just logged in; the token is stored
 * already. Lines that the server rejects are named in a message. Lines with an unknown outcome stay
 * in the bag, and `resumeMerge` sends them again.
 *
 * @returns shows the merged bag; to be called once the data of an earlier customer is deleted
 */
export async function mergeCart({ user }: LoginResult): Promise<() => void> {
  const { products } = store.get(cartAtom)
  if (products.length === 0) return () => undefined
  const id = store.get(savedCartAtom).merge?.id ?? crypto.randomUUID()
  // Stored before anything is sent, so that a reload finds the same keys.
  void store.set(savedCartAtom, (stored) => ({ ...stored, merge: { id, lines: [] } }))
  const { cart = emptyCart, refused, unmerged } = await sendLines(user._id, id, products)
  return () => {
    // Not awaited, because the bag would be empty until the customer is known.
    void store.set(savedCartAtom, () => ({
      ownerId: user._id,
      cart,
      merge: unmerged.length > 0 ? { id, lines: unmerged } : undefined,
    }))
    void notifyRefused(refused)
  }
}

/** Sends lines that an earlier merge could not send. */
export async function resumeMerge(userId: string): Promise<void> {
  const { ownerId, merge } = store.get(savedCartAtom)
  if (ownerId !== userId || !merge) return
  const isSameSession = createSessionGuard()
  const { cart, refused, unmerged } = await sendLines(userId, merge.id, merge.lines)
  if (!isSameSession()) return
  const left = unmerged.length > 0 ? { id: merge.id, lines: unmerged } : undefined
  // Set in one step, so that the bag is not empty in between.
  void store.set(savedCartAtom, (stored) => ({ ...stored, ...(cart && { cart }), merge: left }))
  await notifyRefused(refused)
}

type MergeResult = {
  /** The account's bag after the last line that was added. */
  cart?: Cart
  refused: CartLine[]
  unmerged: CartLine[]
}

const { maxLength: maxKeyLength } = rules.idempotency

async function sendLines(userId: string, mergeId: string, lines: CartLine[]): Promise<MergeResult> {
  const sent: MergeResult = { refused: [], unmerged: [] }
  for (const [index, line] of lines.entries()) {
    const { productId: product, size, quantity, details } = line
    const trialSize = line.trialSize ?? undefined
    // The key contains all that a guest may change between two attempts, in ASCII for the header. It is
    // cut at its maximum length: a longer text would need a hash. It is derived from the stored id of the
    // merge, not kept per attempt as in `idempotentSender.ts`, because one record must cover all lines
    // across a reload.
    const chosen = Object.values(details ?? {})
    const content = encodeURIComponent(
      [line._id, size, trialSize, ...chosen].filter(Boolean).join(' '),
    )
    const idempotencyKey = `${mergeId}-${quantity}-${content}`.slice(0, maxKeyLength)
    try {
      const newLine = { productId: product._id, size, quantity, trialSize, details }
      const added = await addToCart(userId, newLine, { idempotencyKey })
      sent.cart = added.result
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isDefiniteFailure(error)) sent.refused.push(line)
      else sent.unmerged.push(line)
      // Offline, the other lines would fail too, and the login should not wait for that.
      if (error.code === 'offline') {
        sent.unmerged.push(...lines.slice(index + 1))
        return sent
      }
    }
  }
  return sent
}

async function notifyRefused(lines: CartLine[]): Promise<void> {
  if (lines.length === 0) return
  const names = lines.map(
    ({ productId: product, size }) =>
      `${product.brand.name} ${product.name}, ${lowerSizeText(size)}`,
  )
  await toastFailure(`We couldn’t add these to your bag: ${names.join('; ')}`)
}
