import { isActive } from '#contract/orders/order.ts'
import { AccountFrame } from '#features/account/AccountFrame.tsx'
import { useConfirmedLogout } from '#features/auth/logout/useLogout.ts'
import { OrderHistory, OrdersInProgress } from '#features/orders/history/OrderHistory.tsx'
import { OrderAgeNote, StatusAnnouncer } from '#features/orders/details/OrderStatus.tsx'
import { useOrders } from '#features/orders/useOrders.ts'

export default function OrdersPage() {
  const logOut = useConfirmedLogout()
  const { orders, isLoading, savedAt } = useOrders()
  const active = orders.filter(({ orderStatus }) => isActive(orderStatus))
  const past = orders.filter(({ orderStatus }) => !isActive(orderStatus))
  return (
    <AccountFrame title="My Orders" isTitleInHeader onLogout={() => void logOut()}>
      <StatusAnnouncer orders={orders} />
      <OrderAgeNote savedAt={savedAt} />
      <OrdersInProgress orders={active} />
      <OrderHistory orders={past} hasOrdersInProgress={active.length > 0} isLoading={isLoading} />
    </AccountFrame>
  )
}
