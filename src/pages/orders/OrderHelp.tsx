import type { Order } from '#contract/order.ts'
import { supportPath } from '#contract/paths.ts'
import { QuickContactLinks } from '#features/support/StoreContacts.tsx'
import { TextLink } from '#ui/forms/Button.tsx'
import { Panel } from '#ui/layout/Columns.tsx'

/** Ways to get help with one order: a call, a message that names it, a complaint about it. */
export function OrderHelp({ order: { orderID } }: { order: Order }) {
  return (
    <Panel title="Help with this order">
      <QuickContactLinks message={`Order ${orderID}: `} />
      <p>
        <TextLink to={supportPath(orderID)}>Make a complaint about this order</TextLink>
      </p>
    </Panel>
  )
}
