import { useAtom, useAtomValue } from 'jotai'
import useSWR from 'swr'

import { rules } from '#contract/rules.ts'
import { userIdAtom } from '#platform/session.ts'
import { withOrders } from './knownOrders.ts'
import { areOrdersReadAtom, ordersAtom } from './ordersAtom.ts'
import { ordersKey } from './ordersKey.ts'
import { useIsStale } from './useIsStale.ts'
import { useOrderNews } from './useOrderNews.ts'

/** Comes with the first call: no first sight needs it. */
const api = () => import('./ordersApi.ts')

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
