import type { Order } from '#contract/order.ts'
import { Spoken } from '#ui/Spoken.tsx'
import styles from './StatusNews.module.css'
import { useStatusNews } from './useStatusNews.ts'

/** Says, without interrupting, what has changed while the page is open. */
export function StatusNews({ orders }: { orders: Order[] }) {
  const news = useStatusNews(orders)
  return (
    <div role="status" aria-label="Order news" className={styles.news}>
      <Spoken>{news}</Spoken>
    </div>
  )
}
