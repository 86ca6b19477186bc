import { useAtom, useAtomValue } from 'jotai'
import useSWR from 'swr'

import type { Cart, CartLine, LineChange, Proceed, PurchaseType } from '#contract/cart.ts'
import type { Product } from '#contract/product.ts'
import { rules } from '#contract/rules.ts'
import { ApiError } from '#platform/apiError.ts'
import { userIdAtom } from '#platform/session.ts'
import { tellPlainly } from '#platform/tell.ts'
import type { Changed } from './cartApi.ts'
import { cartAtom, isCartReadAtom } from './cartAtom.ts'
import { mostOf, withAdded, withChange, withDelivery, withLines, without } from './cartLines.ts'

export const cartKey = (userId: string | undefined) => (userId ? (['cart', userId] as const) : null)

/** Comes with the first call: no first sight needs it. */
const api = () => import('./cartApi.ts')

type Ask = (userId: string) => Promise<Changed>
/** Works on the lines as they are by then: a second tap or another tab may have been faster. */
type Edit = (lines: CartLine[]) => CartLine[]

/** Writes go one after the other, so that the last answer is the newest. */
let lastWrite: Promise<unknown> = Promise.resolve()
let unanswered = 0

function inTurn(ask: () => Promise<Changed>): Promise<Changed> {
  unanswered += 1
  const answer = lastWrite.then(ask).finally(() => (unanswered -= 1))
  lastWrite = answer.catch(() => undefined)
  return answer
}

/** The cart, and the changes a shopper can make to it. A visitor's stays on the device. */
export function useCart(refreshMs: number = rules.cart.refetchMs) {
  const { cart, isLoading, problem, change, refresh } = useChangingCart(refreshMs)
  const lines = cart.products

  return {
    lines,
    totalAmount: cart.totalAmount,
    /** What was chosen before paying, as the server keeps it. */
    addressId: cart.addressId ?? undefined,
    receiver: cart.receiver ?? undefined,
    coupon: cart.couponId ?? undefined,
    isLoading: isLoading && lines.length === 0,
    /** Why there is nothing to show, where the first read has failed. */
    problem: lines.length === 0 ? problem : undefined,
    /** Adds up where the same product is in the bag in the same size. */
    add: async (product: Product, size: string, quantity = 1) => {
      refuseSoldOut(product, size)
      const line = { productId: product._id, size, quantity }
      const edit: Edit = (shown) => withAdded(shown, { product, size, quantity })
      await change(edit, async (id) => (await api()).addToCart(id, line))
    },
    updateLine: (lineId: string, to: LineChange) =>
      change(
        (shown) => withChange(shown, lineId, to),
        async (id) => (await api()).updateLine(id, lineId, to),
      ),
    /** For the whole bag, whichever line brings it to the server. */
    chooseDelivery: (purchaseType: PurchaseType) => {
      const { _id = '', productId } = lines[0] ?? {}
      const to = { productId: productId?._id, purchaseType }
      return change(
        (shown) => withDelivery(shown, purchaseType),
        async (id) => (await api()).updateLine(id, _id, to),
      )
    },
    remove: (lineId: string) =>
      change(
        (shown) => without(shown, lineId),
        async (id) => (await api()).removeLine(id, lineId),
      ),
    moveToWishlist: (lineId: string) =>
      change(
        (shown) => without(shown, lineId),
        async (id) => (await api()).moveToWishlist(id, lineId),
      ),
    /** Keeps address, receiver and coupon with the bag, for the checkout. */
    proceed: (choices: Omit<Proceed, 'userId'>) =>
      change(
        (shown) => shown,
        async (userId) => (await api()).keepChoices({ userId, ...choices }),
      ),
    refresh,
  }
}

function useChangingCart(refreshInterval: number) {
  const userId = useAtomValue(userIdAtom)
  const [cart, setCart] = useAtom(cartAtom)
  const isRead = useAtomValue(isCartReadAtom)
  const keep = (answer: Cart) => {
    // An older answer would undo what was tapped since.
    if (unanswered === 0) void setCart(() => answer)
  }
  const { error, isLoading, mutate } = useSWR<Cart, Error, ReturnType<typeof cartKey>>(
    cartKey(userId),
    async ([, id]) => (await api()).readCart(id),
    { refreshInterval, onSuccess: keep },
  )

  /** Shows the edited lines at once, then what the server says; takes them back if it refuses. */
  async function change(edit: Edit, ask: Ask): Promise<void> {
    void setCart((shown) => withLines(shown, edit(shown.products)))
    if (!userId) return
    try {
      const answer = inTurn(() => ask(userId))
      await mutate(
        answer.then(({ result }) => result),
        { revalidate: false },
      )
      const { result, msg } = await answer
      keep(result)
      if (msg) await tellPlainly(msg)
    } catch (thrown) {
      void setCart(() => cart)
      void mutate()
      throw thrown
    }
  }

  // Whatever the server said: first it has to be known what is kept here.
  const problem = isRead ? error : undefined
  return { cart, isLoading: isLoading || !isRead, problem, change, refresh: () => mutate() }
}

function refuseSoldOut(product: Product, size: string): void {
  if (mostOf(product, size) > 0) return
  const msg = `Size ${size} is sold out`
  throw new ApiError('out_of_stock', new Error(msg), { success: false, code: 'out_of_stock', msg })
}
