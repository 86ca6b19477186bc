import { atom, useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'

import { isActive, type Order } from '#contract/orders/order.ts'
import * as rules from '#contract/rules.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { connectivityAtom, pollEvery } from '#platform/connectivity/connectivityAtom.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { userIdAtom } from '#platform/session/session.ts'
import type { SavedOrders, KnownOrders } from './ordersApi.ts'

const ordersKey = (userId: string | undefined) => (userId ? (['orders', userId] as const) : null)

const orderKey = (userId: string | undefined, id: string) =>
  userId && id ? (['order', userId, id] as const) : null

/** Matches the SWR keys of orders. */
const isOrders = (key: unknown) => Array.isArray(key) && (key[0] === 'orders' || key[0] === 'order')

/** Unchanged orders are written again only after this time, to update their age. */
const minWriteIntervalMs = 60_000

/** Merges the list of all orders. Returns the same object if nothing has to be written. */
export function withOrders(saved: KnownOrders, orders: Order[], at: number): KnownOrders {
  const isKnown = areSame(
    saved.orders.map(({ order }) => order),
    orders,
  )
  if (isKnown && saved.listedAt && at - saved.listedAt < minWriteIntervalMs) return saved
  return { orders: orders.map((order) => ({ order, at })), listedAt: at }
}

/** Merges one order. */
export function withOrder(saved: KnownOrders, order: Order, at: number): KnownOrders {
  const before = saved.orders.find((entry) => entry.order._id === order._id)
  if (before && at - before.at < minWriteIntervalMs && areSame(before.order, order)) return saved
  const merged = { order, at }
  const orders = before
    ? saved.orders.map((entry) => (entry === before ? merged : entry))
    : [...saved.orders, merged].sort((a, b) => (a.order.createdAt < b.order.createdAt ? 1 : -1))
  return { ...saved, orders }
}

const areSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const none: KnownOrders = { orders: [] }

const schema = async () => (await import('./ordersApi.ts')).SavedOrders
const persistedOrdersAtom = persistedAtom<SavedOrders>('orders', schema, { known: none })

/** A change of the stored orders after a read for this customer. */
type OrdersUpdate = { userId: string; change: (saved: KnownOrders) => KnownOrders }

/** The customer's orders as last read, available offline. */
const ordersAtom = atom(
  (get) => ownedBy(get(userIdAtom), get(persistedOrdersAtom)),
  (get, set, { userId, change }: OrdersUpdate) => {
    // The customer may have logged out before the response.
    if (get(userIdAtom) !== userId) return
    const before = ownedBy(userId, get(persistedOrdersAtom))
    if (change(before) === before) return
    void set(persistedOrdersAtom, (stored) => ({
      ownerId: userId,
      known: change(ownedBy(userId, stored)),
    }))
  },
)

/** Whether the stored orders have been read. */
export const { isReadAtom: areOrdersReadAtom } = persistedOrdersAtom

function ownedBy(userId: string | undefined, { ownerId, known }: SavedOrders): KnownOrders {
  return userId !== undefined && ownerId === userId ? known : none
}

type RequestState = { isLoaded: boolean; error: Error | undefined }

/** Whether only saved orders are shown: the store cannot be reached, or takes too long. */
function useIsStale({ isLoaded, error }: RequestState): boolean {
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (isLoaded) return
    const timer = setTimeout(() => setIsLate(true), rules.request.softLimitMs)
    return () => clearTimeout(timer)
  }, [isLoaded])
  return isOffline || error !== undefined || (isLate && !isLoaded)
}

/**
 * Listens to the customer's orders while the page is visible and online; changed orders are read at
 * once. Returns whether it is listening.
 */
function useOrderEvents(userId: string | undefined): boolean {
  const { mutate } = useSWRConfig()
  const isVisible = useIsVisible()
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const [isLive, setIsLive] = useState(false)
  const mayListen = userId !== undefined && isVisible && !isOffline
  const wasLive = useRef(false)

  useEffect(() => {
    if (!mayListen) return
    const controller = new AbortController()
    const readAgain = (orderId: string) =>
      void Promise.all([mutate(ordersKey(userId)), mutate(orderKey(userId, orderId))])
    const { signal } = controller
    const onLive = (isListening: boolean) => {
      if (signal.aborted) return
      setIsLive(isListening)
      // Events during an interruption, or while the page was hidden, were missed: everything is read again.
      if (isListening && wasLive.current) void mutate(isOrders)
      wasLive.current ||= isListening
    }
    import('./subscribeToOrders.ts')
      .then(({ subscribeToOrders }) => subscribeToOrders({ signal, onOrder: readAgain, onLive }))
      // If the listener cannot be loaded, polling remains.
      .catch(() => undefined)
    return () => {
      controller.abort()
      setIsLive(false)
    }
  }, [mayListen, userId, mutate])

  return isLive
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => !document.hidden)
  useEffect(() => {
    const onChange = () => setIsVisible(!document.hidden)
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  return isVisible
}

/** Imported with the first call, because a first view needs no HTTP client. */
const api = () => import('./ordersApi.ts')

/** Reads an order: the saved one at once, then the server's. */
export function useOrder(id: string) {
  const userId = useAtomValue(userIdAtom)
  const { mutate: mutateAny } = useSWRConfig()
  const [{ orders }, setSavedOrders] = useAtom(ordersAtom)
  const isRead = useAtomValue(areOrdersReadAtom)
  const isLive = useOrderEvents(id ? userId : undefined)
  const { data, error, mutate } = useSWR<Order, Error, ReturnType<typeof orderKey>>(
    orderKey(userId, id),
    async ([, requestedBy, requestedId]) => {
      const order = await (await api()).readOrder(requestedId)
      const at = Date.now()
      setSavedOrders({ userId: requestedBy, change: (saved) => withOrder(saved, order, at) })
      return order
    },
    { refreshInterval: pollEvery(isLive ? rules.orders.livePollMs : rules.orders.pollMs) },
  )
  const isStale = useIsStale({ isLoaded: data !== undefined, error })
  const isMissing = !id || (error instanceof ApiError && error.code === 'not_found')
  const listed = isMissing ? undefined : orders.find(({ order }) => order._id === id)
  const reload = async () => void (await mutate())
  return {
    order: listed?.order,
    isMissing,
    /** When the shown order was saved, if it may have changed since. */
    savedAt: isStale ? listed?.at : undefined,
    /** The error of the first read. */
    problem: isRead && !listed && !isMissing ? error : undefined,
    reload,
    /** If no link was sent, the shown order is outdated. */
    sendLink: async () => {
      const sent = await (await api()).sendPaymentLink(id)
      if (!sent.success) await reload()
      return sent
    },
    cancel: async (order: Order): Promise<void> => {
      try {
        await (await api()).cancelOrder(order)
        await reload()
      } catch (failure) {
        // Rejected or not, the shown order is outdated. It is cancelled if only the response to an
        // earlier attempt was lost.
        const now = await mutate()
        if (now?.orderStatus !== 'Cancelled') throw failure
      }
      // Other active orders are read by the next screen.
      await mutateAny(ordersKey(userId))
    },
  }
}

const maxRecent = 3

/** The customer's last orders, to choose one from; none for a guest and while they cannot be read. */
export const useRecentOrders = (): Order[] => useLatestOrders()?.slice(0, maxRecent) ?? []

/** The customer's orders under way, as last read; undefined before the first read. */
export const useActiveOrders = (): Order[] | undefined =>
  useLatestOrders()?.filter(({ orderStatus }) => isActive(orderStatus))

/** The saved orders at once, then the server's, without following their changes. */
function useLatestOrders(): Order[] | undefined {
  const userId = useAtomValue(userIdAtom)
  const [{ orders, listedAt }, setSavedOrders] = useAtom(ordersAtom)
  useSWR(ordersKey(userId), ([, requestedBy]) => readAllOrders(requestedBy, setSavedOrders))
  return listedAt === undefined ? undefined : orders.map(({ order }) => order)
}

/** Reads all orders of a customer into the known ones. */
async function readAllOrders(
  requestedBy: string,
  setSavedOrders: (update: OrdersUpdate) => void,
): Promise<true> {
  const orders = await (await api()).readOrders()
  const at = Date.now()
  setSavedOrders({ userId: requestedBy, change: (saved) => withOrders(saved, orders, at) })
  return true
}

/**
 * The customer's orders, newest first: the saved ones at once, then the server's. They are updated
 * by events, or by polling where events are not available.
 */
export function useOrders() {
  const userId = useAtomValue(userIdAtom)
  const [{ orders, listedAt }, setSavedOrders] = useAtom(ordersAtom)
  const isRead = useAtomValue(areOrdersReadAtom)
  const isLive = useOrderEvents(userId)
  const { data, error, mutate } = useSWR<boolean, Error, ReturnType<typeof ordersKey>>(
    ordersKey(userId),
    ([, requestedBy]) => readAllOrders(requestedBy, setSavedOrders),
    { refreshInterval: pollEvery(isLive ? rules.orders.livePollMs : rules.orders.pollMs) },
  )
  const isStale = useIsStale({ isLoaded: data === true, error })
  if (error && isRead && listedAt === undefined) throw error
  return {
    orders: listedAt === undefined ? [] : orders.map(({ order }) => order),
    isLoading: listedAt === undefined,
    /** Whether they were read in this visit. */
    isConfirmed: data === true,
    /** The time of the data, if it may have changed since. */
    savedAt: isStale ? listedAt : undefined,
    reload: () => void mutate(),
  }
}
