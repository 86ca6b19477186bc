import { getDefaultStore } from 'jotai'

import type { SignedIn } from '#contract/auth.ts'
import type { Cart, CartLine } from '#contract/cart.ts'
import { ApiError, isDefiniteFailure } from '#platform/api/apiError.ts'
import { untilCleared } from '#platform/storage/deviceStorage.ts'
import { toastFailure } from '#platform/toasts.ts'
import { addToCart } from './cartApi.ts'
import { cartAtom, emptyCart, savedCartAtom } from './cartAtom.ts'

const store = getDefaultStore()

/**
 * Moves a guest's bag into the account of the customer who just logged in; the token is stored
 * already. Lines that the server refuses are named in a message. Lines whose outcome is unknown stay
 * in the bag, and `resumeMerge` sends them again.
 *
 * @returns shows the merged bag: to be called once nothing of an earlier customer is left on the device
 */
export async function mergeCart({ user }: SignedIn): Promise<() => void> {
  const { products } = store.get(cartAtom)
  if (products.length === 0) return () => undefined
  const id = store.get(savedCartAtom).merge?.id ?? crypto.randomUUID()
  // Before anything is sent, so that a reload in the middle finds the same keys.
  void store.set(savedCartAtom, (kept) => ({ ...kept, merge: { id, lines: [] } }))
  const { cart = emptyCart, refused, unsent } = await sendLines(user._id, id, products)
  return () => {
    // Not waited for: whoever waits would see an empty bag until the user is known.
    void store.set(savedCartAtom, () => ({
      ownerId: user._id,
      cart,
      merge: unsent.length > 0 ? { id, lines: unsent } : undefined,
    }))
    void notifyRefused(refused)
  }
}

/** Sends what an earlier merge could not. What still cannot be sent stays in the bag until it can. */
export async function resumeMerge(userId: string): Promise<void> {
  const { ownerId, merge } = store.get(savedCartAtom)
  if (ownerId !== userId || !merge) return
  const isTheirs = untilCleared()
  const { cart, refused, unsent } = await sendLines(userId, merge.id, merge.lines)
  if (!isTheirs()) return
  const left = unsent.length > 0 ? { id: merge.id, lines: unsent } : undefined
  // Together, so that the bag is not empty between the last line that was sent and the next read.
  void store.set(savedCartAtom, (kept) => ({ ...kept, ...(cart && { cart }), merge: left }))
  await notifyRefused(refused)
}

type Sent = {
  /** The account's bag after the last line that was added. */
  cart?: Cart
  refused: CartLine[]
  unsent: CartLine[]
}

async function sendLines(userId: string, mergeId: string, lines: CartLine[]): Promise<Sent> {
  const sent: Sent = { refused: [], unsent: [] }
  for (const [place, line] of lines.entries()) {
    const { productId: product, size, quantity } = line
    // A header holds ASCII only, and a size may hold anything.
    const idempotencyKey = `${mergeId}-${encodeURIComponent(line._id)}-${quantity}`
    try {
      const wanted = { productId: product._id, size, quantity }
      const added = await addToCart(userId, wanted, { idempotencyKey })
      sent.cart = added.result
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isDefiniteFailure(error)) sent.refused.push(line)
      else sent.unsent.push(line)
      // Nothing else would come through: the login does not wait for each of them.
      if (error.code === 'offline') {
        sent.unsent.push(...lines.slice(place + 1))
        return sent
      }
    }
  }
  return sent
}

async function notifyRefused(lines: CartLine[]): Promise<void> {
  if (lines.length === 0) return
  const names = lines.map(
    ({ productId: product, size }) => `${product.brand.name} ${product.name}, size ${size}`,
  )
  await toastFailure(`We couldn't add these to your bag: ${names.join('; ')}`)()
}
