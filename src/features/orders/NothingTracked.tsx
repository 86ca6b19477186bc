import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

type Props = {
  /** Whether the address names an order. */
  isAsked: boolean
  /** Whether it is one of theirs, and not on its way any more. */
  isDone: boolean
}

const art = '/images/empty-orders.svg'

/** Why there is no order to follow, and where to go instead. */
export function NothingTracked({ isAsked, isDone }: Props) {
  if (!isAsked) {
    return (
      <EmptyState title="You dont have any active orders." art={art}>
        <ButtonLink to={paths.home}>Go to Shopping</ButtonLink>
      </EmptyState>
    )
  }
  if (!isDone) {
    return (
      <EmptyState title="Order id in url is not correct." art={art}>
        <ButtonLink to={paths.tracking}>Track Order</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="This order is completed. Check this order in your order history." art={art}>
      <ButtonLink to={paths.orders}>Go to Orders</ButtonLink>
    </EmptyState>
  )
}
