import { useAtomValue } from 'jotai'
import useSWR, { useSWRConfig } from 'swr'

import type { Order } from '#contract/order.ts'
import { rules } from '#contract/rules.ts'
import { ApiError } from '#platform/apiError.ts'
import { userIdAtom } from '#platform/session.ts'
import { cancelOrder, readOrder, sendPaymentLink } from './ordersApi.ts'
import { ordersKey } from './useOrders.ts'

export const orderKey = (userId: string | undefined, id: string) =>
  userId && id ? (['order', userId, id] as const) : null

/** One order of the user, asked for again and again while somebody looks. */
export function useOrder(id: string) {
  const userId = useAtomValue(userIdAtom)
  const { mutate: mutateAny } = useSWRConfig()
  const key = orderKey(userId, id)
  const { data, error, mutate } = useSWR<Order, Error>(key, () => readOrder(id), {
    refreshInterval: rules.orders.pollMs,
  })
  const isMissing = !id || (error instanceof ApiError && error.code === 'not_found')
  return {
    order: isMissing ? undefined : data,
    isMissing,
    /** Why there is nothing to show, where the first read has failed. */
    problem: data === undefined && !isMissing ? error : undefined,
    /** Where no link is sent the order is not as it is shown. */
    sendLink: async () => {
      const sent = await sendPaymentLink(id)
      if (!sent.success) await mutate()
      return sent
    },
    cancel: async (order: Order): Promise<void> => {
      // If it was refused, the order has gone on meanwhile: either way what is shown is old.
      await cancelOrder(order).finally(() => mutate())
      // What is on its way is asked for anew, instead of being shown as it was.
      await mutateAny(ordersKey(userId), undefined, { revalidate: false })
      // Just asked or not: the second word makes the next screen ask, which else would wait.
      await mutateAny(ordersKey(userId))
    },
  }
}
