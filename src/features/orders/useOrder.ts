import { useAtom, useAtomValue } from 'jotai'
import useSWR, { useSWRConfig } from 'swr'

import type { Order } from '#contract/order.ts'
import { rules } from '#contract/rules.ts'
import { ApiError } from '#platform/apiError.ts'
import { userIdAtom } from '#platform/session.ts'
import { withOrder } from './knownOrders.ts'
import { areOrdersReadAtom, ordersAtom } from './ordersAtom.ts'
import { orderKey, ordersKey } from './ordersKey.ts'
import { useIsStale } from './useIsStale.ts'
import { useOrderNews } from './useOrderNews.ts'

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
