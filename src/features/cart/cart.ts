import { sizeText } from '#contract/catalogue/stock.ts'
import { getDefaultStore, useAtomValue } from 'jotai'
import useSWR from 'swr'

import type { Cart, CartLine, LineChange, CheckoutDetails, PurchaseType } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue/product.ts'
import type { ErrorCode } from '#contract/errors.ts'
import * as rules from '#contract/rules.ts'
import { ApiError } from '#platform/api/apiError.ts'
import type { Change, ChangeOf } from '#platform/outbox/changes.ts'
import { provisionalId } from '#platform/outbox/outboxAtom.ts'
import { readUntilSettled } from '#platform/outbox/pendingChanges.ts'
import { hasStoredUser, userIdAtom } from '#platform/session/session.ts'
import { toastInfo } from '#platform/toasts.ts'
import { cartAtom, cartReadAtAtom, isCartReadAtom, savedCartAtom, saveCart } from './cartAtom.ts'
import { applyChange, isLineOf, maxQuantityOf, withLines, withoutLine } from './cartLines.ts'
import type * as CartOutbox from './cartOutbox.ts'

/** Needed only if a login could not merge all lines of a guest's bag. */
const loadMerge = () => import('./mergeCart.ts')

/**
 * The bag, and the changes that a shopper can make to it. A guest's bag is stored on the device
 * only.
 */
export function useCart(refreshMs: number = rules.cart.refetchMs) {
  const { cart, isLoading, problem, refresh } = useSyncedCart(refreshMs)
  const readAt = useAtomValue(cartReadAtAtom)
  const lines = cart.products

  return {
    lines,
    totalAmount: cart.totalAmount,
    /** The address chosen for delivery, as the server stores it. */
    addressId: cart.addressId ?? undefined,
    receiver: cart.receiver ?? undefined,
    coupon: cart.couponId ?? undefined,
    isLoading: isLoading && lines.length === 0,
    /** The error of the first read. A bag that was emptied counts as empty. */
    problem: lines.length === 0 && readAt === undefined ? problem : undefined,
    /** When the shown bag was read, in ms since 1970, while the server cannot be reached. */
    savedAt: problem ? readAt : undefined,
    updateLine: (line: CartLine, to: LineChange) =>
      changeCart({ type: 'cart.update', lineId: line._id, name: line.productId.name, to }),
    /** Changes the delivery option of the whole bag; the request names one of its lines. */
    chooseDelivery: (purchaseType: PurchaseType) => {
      const { _id: lineId = '', productId } = lines[0] ?? {}
      return changeCart({
        type: 'cart.setDelivery',
        lineId,
        productId: productId?._id,
        purchaseType,
      })
    },
    remove: ({ _id: lineId, productId }: CartLine) =>
      changeCart({ type: 'cart.remove', lineId, name: productId.name }),
    moveToWishlist: ({ _id: lineId, productId: product }: CartLine) =>
      changeCart({ type: 'cart.moveToWishlist', lineId, product }),
    /**
     * Saves address, receiver and coupon with the bag, for the checkout. Pending changes are sent
     * before.
     */
    proceed: async (details: () => Omit<CheckoutDetails, 'userId'>): Promise<void> => {
      const userId = getDefaultStore().get(userIdAtom)
      if (!userId) return
      const [{ sendAfterFlush }, { saveCheckoutDetails }] = await Promise.all([
        import('#platform/outbox/outbox.ts'),
        cartApi(),
      ])
      const { result, msg } = await sendAfterFlush(() =>
        saveCheckoutDetails({ userId, ...details() }),
      )
      saveCart(result)
      if (msg) await toastInfo(msg)
    },
    refresh,
  }
}

function useSyncedCart(refreshInterval: number) {
  const userId = useAtomValue(userIdAtom)
  const cart = useAtomValue(cartAtom)
  const isRead = useAtomValue(isCartReadAtom)
  const { error, isLoading, mutate } = useSWR<Cart | undefined, Error, ReturnType<typeof cartKey>>(
    cartKey(userId),
    async ([, id]) => {
      if (getDefaultStore().get(savedCartAtom).merge) await (await loadMerge()).resumeMerge(id)
      const { readCart } = await cartApi()
      const result = await readUntilSettled(() => readCart(id))
      if (result) saveCart(result)
      return result
    },
    { refreshInterval },
  )

  // The stored bag must be read before an error can be reported.
  const problem = isRead ? error : undefined
  return {
    cart,
    isLoading: isLoading || !isRead,
    problem,
    refresh: () => mutate(),
  }
}

const cartKey = (userId: string | undefined) => (userId ? (['cart', userId] as const) : null)

/** Imported with the first call, because a first view needs no HTTP client. */
const cartApi = () => import('./cartApi.ts')

/** Once it is imported, a change shows in the same event as the tap. */
let cartOutbox: typeof CartOutbox | undefined

/** Imported before the first change of a customer's bag. */
const importCartOutbox = async () => (cartOutbox = await import('./cartOutbox.ts'))

const store = getDefaultStore()

/** Removes the lines that were ordered, whether or not the bag can be read again. */
export function removeOrderedLines(lineIds: string[]): void {
  void store.set(cartAtom, (shown) => withLines(shown, lineIds.reduce(withoutLine, shown.products)))
}

/**
 * Changes the bag at once. A customer's change is sent, or waits until it can be; a guest's bag is
 * on the device only.
 *
 * @throws ApiError if the server rejects the change; the bag is then as before
 */
export async function changeCart(change: ChangeOf<'cart'>): Promise<'sent' | 'pending'> {
  const unmerged = isLineUpdate(change) && unmergedLine(change.lineId)
  if (unmerged) return changeUnmerged(unmerged, change)
  if (store.get(userIdAtom)) return submit(change)
  void store.set(cartAtom, (current) => withLines(current, applyChange(current.products, change)))
  return 'sent'
}

const submit = async (change: Change) => (cartOutbox ?? (await importCartOutbox())).submit(change)

/** A change of a line that is in the bag already. */
type LineUpdate = Exclude<ChangeOf<'cart'>, { type: 'cart.add' }>

const isLineUpdate = (change: ChangeOf<'cart'>): change is LineUpdate => change.type !== 'cart.add'

/** A line that the login could not merge yet: the server does not know its id. */
const unmergedLine = (lineId: string): CartLine | undefined =>
  store.get(savedCartAtom).merge?.lines.find(({ _id }) => _id === lineId)

/** Removes an unmerged line from the device; before any other change the line is merged. */
async function changeUnmerged(line: CartLine, change: LineUpdate): Promise<'sent' | 'pending'> {
  if (change.type === 'cart.remove' || change.type === 'cart.moveToWishlist') {
    void store.set(savedCartAtom, ({ merge, ...stored }) => {
      const lines = merge?.lines.filter(({ _id }) => _id !== line._id) ?? []
      return merge && lines.length > 0 ? { ...stored, merge: { ...merge, lines } } : stored
    })
    if (change.type === 'cart.remove') return 'sent'
    return submit({ type: 'wishlist.add', product: change.product })
  }
  const userId = store.get(userIdAtom)
  if (userId) await (await loadMerge()).resumeMerge(userId)
  const isSameLine = (candidate: CartLine) => isLineOf(candidate, line.productId._id, line.size)
  const merged = store.get(cartAtom).products.find(isSameLine)
  if (!merged || merged._id === line._id) throw apiError('unavailable', notMergedText)
  return changeCart({ ...change, lineId: merged._id })
}

const notMergedText = 'This item is still being added to your bag. Please try again in a moment.'

/** Imports the code for a change, so that the tap does not wait for it. */
export async function prepareAddToCart(): Promise<void> {
  if (hasStoredUser()) await importCartOutbox()
}

/**
 * Adds one item to the bag: to its line, where the bag has the product in this size. With Try & Buy
 * the trial size is delivered too.
 *
 * @throws ApiError
 */
export async function addItemToCart(
  product: Product,
  size: string,
  trialSize?: string,
): Promise<'sent' | 'pending'> {
  refuseSoldOut(product, size)
  const { products } = getDefaultStore().get(cartAtom)
  const line = products.find((existing) => isLineOf(existing, product._id, size))
  return changeCart({
    type: 'cart.add',
    // A line keeps its id when its size changes, so a new line needs an id of its own.
    lineId: provisionalId(crypto.randomUUID()),
    product,
    size,
    quantity: 1,
    resultingQuantity: (line?.quantity ?? 0) + 1,
    trialSize,
  })
}

function refuseSoldOut(product: Product, size: string): void {
  if (maxQuantityOf(product, size) > 0) return
  throw apiError('out_of_stock', `${sizeText(size)} is sold out`)
}

/** An error with a message for the shopper, as the server would send. */
const apiError = (code: ErrorCode, msg: string) =>
  new ApiError(code, new Error(msg), { success: false, code, msg })
