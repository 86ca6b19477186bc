import { useAtomValue } from 'jotai'

import type { Order } from '#contract/order.ts'
import { rules } from '#contract/rules.ts'
import { userIdAtom } from '#platform/session.ts'
import { useRead } from '#platform/useRead.ts'
import { readOrders } from './ordersApi.ts'

export const ordersKey = (userId: string | undefined) =>
  userId ? (['orders', userId] as const) : null

/** The orders of the user, the newest first; asked for again and again while somebody looks. */
export function useOrders() {
  const userId = useAtomValue(userIdAtom)
  const { data, isLoading } = useRead<Order[]>(ordersKey(userId), readOrders, {
    refreshInterval: rules.orders.pollMs,
  })
  return { orders: data ?? [], isLoading: isLoading || data === undefined }
}
