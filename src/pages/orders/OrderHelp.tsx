import { Link } from 'react-router-dom'

import type { Order } from '#contract/orders/order.ts'
import { supportPath } from '#contract/pages/paths.ts'
import { QuickContactLinks } from '#features/support/StoreContacts.tsx'
import { Panel } from '#ui/layout/Columns.tsx'
import styles from './OrderHelp.module.css'

/** Ways to get help with one order: a call, a message that names it, a complaint about it. */
export function OrderHelp({ order: { orderID } }: { order: Order }) {
  return (
    <Panel title="Help with this order">
      <QuickContactLinks orderNumber={orderID} />
      <p>
        <Link to={supportPath(orderID)} className={styles.complaint}>
          Make a complaint about this order
        </Link>
      </p>
    </Panel>
  )
}
