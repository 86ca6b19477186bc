import { isActive } from '#contract/order.ts'
import { AccountFrame } from '#features/account/AccountFrame.tsx'
import { useSignOut } from '#features/auth/useSignOut.ts'
import { OrderHistory } from '#features/orders/OrderHistory.tsx'
import { useOrders } from '#features/orders/useOrders.ts'

export default function OrdersPage() {
  const signOut = useSignOut()
  const { orders, isLoading } = useOrders()
  const past = orders.filter(({ orderStatus }) => !isActive(orderStatus))
  return (
    <AccountFrame title="My Orders" onSignOut={() => void signOut()}>
      <OrderHistory orders={past} isLoading={isLoading} />
    </AccountFrame>
  )
}
