import type { Order } from '#contract/order.ts'
import type { KnownOrders } from './keptOrders.ts'

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
