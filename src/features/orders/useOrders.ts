import { atom, useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'

import type { Order } from '#contract/order.ts'
import { rules } from '#contract/rules.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { userIdAtom } from '#platform/session/session.ts'
import type { SavedOrders, KnownOrders } from './ordersApi.ts'

const ordersKey = (userId: string | undefined) => (userId ? (['orders', userId] as const) : null)

const orderKey = (userId: string | undefined, id: string) =>
  userId && id ? (['order', userId, id] as const) : null

/** Whether a key is of any of these. */
const isOrders = (key: unknown) => Array.isArray(key) && (key[0] === 'orders' || key[0] === 'order')

/** What has not changed is not written again and again, only so that its age stays true. */
const freshForMs = 60_000

/** After the store has told all orders. The same object where there is nothing to write. */
export function withOrders(known: KnownOrders, orders: Order[], at: number): KnownOrders {
  const isKnown = areSame(
    known.orders.map(({ order }) => order),
    orders,
  )
  if (isKnown && known.listedAt && at - known.listedAt < freshForMs) return known
  return { orders: orders.map((order) => ({ order, at })), listedAt: at }
}

/** After the store has told one of them. */
export function withOrder(known: KnownOrders, order: Order, at: number): KnownOrders {
  const before = known.orders.find((one) => one.order._id === order._id)
  if (before && at - before.at < freshForMs && areSame(before.order, order)) return known
  const told = { order, at }
  const orders = before
    ? known.orders.map((one) => (one === before ? told : one))
    : [...known.orders, told].sort((a, b) => (a.order.createdAt < b.order.createdAt ? 1 : -1))
  return { ...known, orders }
}

const areSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const none: KnownOrders = { orders: [] }

const schema = async () => (await import('./ordersApi.ts')).SavedOrders
const keptAtom = persistedAtom<SavedOrders>('orders', schema, { known: none })

/** What the store has told `askedBy`. */
type Told = { askedBy: string; change: (known: KnownOrders) => KnownOrders }

/** The orders of who is signed in, as this device last heard of them: readable without a line. */
const ordersAtom = atom(
  (get) => ownedBy(get(userIdAtom), get(keptAtom)),
  (get, set, { askedBy, change }: Told) => {
    // Who asked may have gone before the answer came.
    if (get(userIdAtom) !== askedBy) return
    const before = ownedBy(askedBy, get(keptAtom))
    if (change(before) === before) return
    void set(keptAtom, (kept) => ({ ownerId: askedBy, known: change(ownedBy(askedBy, kept)) }))
  },
)

/** Until then nobody knows whether something is kept here. */
export const { isReadAtom: areOrdersReadAtom } = keptAtom

function ownedBy(userId: string | undefined, { ownerId, known }: SavedOrders): KnownOrders {
  return userId !== undefined && ownerId === userId ? known : none
}

type Asked = { isAnswered: boolean; error: Error | undefined }

/** Whether what shows is only what was kept: the store cannot be asked, or takes too long. */
function useIsStale({ isAnswered, error }: Asked): boolean {
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (isAnswered) return
    const timer = setTimeout(() => setIsLate(true), rules.request.softLimitMs)
    return () => clearTimeout(timer)
  }, [isAnswered])
  return isOffline || error !== undefined || (isLate && !isAnswered)
}

/**
 * Listens to what the store tells of the user's orders, while the page is looked at and there is a
 * line; whatever changed is asked for at once. Gives whether it is being listened to.
 */
function useOrderNews(userId: string | undefined): boolean {
  const { mutate } = useSWRConfig()
  const isVisible = useIsVisible()
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const [isLive, setIsLive] = useState(false)
  const mayListen = userId !== undefined && isVisible && !isOffline

  useEffect(() => {
    if (!mayListen) return
    const over = new AbortController()
    const askAgain = (orderId: string) =>
      void Promise.all([mutate(ordersKey(userId)), mutate(orderKey(userId, orderId))])
    const { signal } = over
    let wasLive = false
    const onLive = (isHeard: boolean) => {
      if (signal.aborted) return
      setIsLive(isHeard)
      // What was told while the line was broken has gone by.
      if (isHeard && wasLive) void mutate(isOrders)
      wasLive ||= isHeard
    }
    import('./listenToOrders.ts')
      .then(({ listenToOrders }) => listenToOrders({ signal, onOrder: askAgain, onLive }))
      // Without its program there is still the asking.
      .catch(() => undefined)
    return () => {
      over.abort()
      setIsLive(false)
    }
  }, [mayListen, userId, mutate])

  return isLive
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => !document.hidden)
  useEffect(() => {
    const look = () => setIsVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}

/** Comes with the first call: no first sight needs it. */
const api = () => import('./ordersApi.ts')

/** One order of the user: what this device knows at once, then what the store says of it. */
export function useOrder(id: string) {
  const userId = useAtomValue(userIdAtom)
  const { mutate: mutateAny } = useSWRConfig()
  const [{ orders }, setKnown] = useAtom(ordersAtom)
  const isRead = useAtomValue(areOrdersReadAtom)
  const isLive = useOrderNews(id ? userId : undefined)
  const { data, error, mutate } = useSWR<boolean, Error, ReturnType<typeof orderKey>>(
    orderKey(userId, id),
    async ([, askedBy, asked]) => {
      const order = await (await api()).readOrder(asked)
      const at = Date.now()
      setKnown({ askedBy, change: (known) => withOrder(known, order, at) })
      return true
    },
    { refreshInterval: isLive ? rules.orders.livePollMs : rules.orders.pollMs },
  )
  const isStale = useIsStale({ isAnswered: data === true, error })
  const isMissing = !id || (error instanceof ApiError && error.code === 'not_found')
  const known = isMissing ? undefined : orders.find(({ order }) => order._id === id)
  const reload = async () => void (await mutate())
  return {
    order: known?.order,
    isMissing,
    /** From when it is, where it may have changed since. */
    savedAt: isStale ? known?.at : undefined,
    /** Why there is nothing to show, where the first read has failed. */
    problem: isRead && !known && !isMissing ? error : undefined,
    reload,
    /** Where no link is sent the order is not as it is shown. */
    sendLink: async () => {
      const sent = await (await api()).sendPaymentLink(id)
      if (!sent.success) await reload()
      return sent
    },
    cancel: async (order: Order): Promise<void> => {
      // If it was refused, the order has gone on meanwhile: either way what is shown is old.
      await (await api()).cancelOrder(order).finally(reload)
      // What else there is on its way is asked for by the next screen.
      await mutateAny(ordersKey(userId))
    },
  }
}

/**
 * The orders of the user, the newest first: what this device knows at once, then what the store
 * says. It tells of changes by itself; where it cannot be listened to it is asked again and again.
 */
export function useOrders() {
  const userId = useAtomValue(userIdAtom)
  const [{ orders, listedAt }, setKnown] = useAtom(ordersAtom)
  const isRead = useAtomValue(areOrdersReadAtom)
  const isLive = useOrderNews(userId)
  const { data, error } = useSWR<boolean, Error, ReturnType<typeof ordersKey>>(
    ordersKey(userId),
    async ([, askedBy]) => {
      const { readOrders } = await api()
      const told = await readOrders()
      const at = Date.now()
      setKnown({ askedBy, change: (known) => withOrders(known, told, at) })
      return true
    },
    { refreshInterval: isLive ? rules.orders.livePollMs : rules.orders.pollMs },
  )
  const isStale = useIsStale({ isAnswered: data === true, error })
  if (error && isRead && listedAt === undefined) throw error
  return {
    orders: listedAt === undefined ? [] : orders.map(({ order }) => order),
    isLoading: listedAt === undefined,
    /** Whether the store has said so in this visit. */
    isConfirmed: data === true,
    /** From when it is, where it may have changed since. */
    savedAt: isStale ? listedAt : undefined,
  }
}
