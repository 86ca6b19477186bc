import type { OrderLine } from '#contract/order.ts'
import { Badge } from '#ui/Badge.tsx'
import { choiceText } from './choiceText.ts'
import { OrderedPiece } from './OrderedPiece.tsx'
import styles from './OrderLines.module.css'

/** What was ordered, piece by piece, each with where it is. */
export function OrderLines({ lines }: { lines: OrderLine[] }) {
  return (
    <section>
      <h2 className={styles.title}>Items</h2>
      <ul>
        {lines.map((line) => (
          <li key={line._id}>
            <OrderedPiece line={line} choice={choiceText(line)}>
              <Badge tone={line.status === 'Cancelled' ? 'danger' : 'mint'}>{line.status}</Badge>
            </OrderedPiece>
          </li>
        ))}
      </ul>
    </section>
  )
}
