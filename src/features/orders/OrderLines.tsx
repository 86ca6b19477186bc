import type { OrderLine } from '#contract/order.ts'
import { Badge } from '#ui/Badge.tsx'
import { ProductPicture } from '#ui/ProductPicture.tsx'
import { choiceText } from './choiceText.ts'
import styles from './OrderLines.module.css'

/** What was ordered, piece by piece, each with where it is. */
export function OrderLines({ lines }: { lines: OrderLine[] }) {
  return (
    <section>
      <h2 className={styles.title}>Items</h2>
      <ul>
        {lines.map((line) => (
          <li key={line._id} className={styles.line}>
            <span className={styles.photo}>
              <ProductPicture src={line.productId.photos[0]} tint={line.productId.tint} />
            </span>
            <div>
              <p className={styles.brand}>{line.productId.brand.name}</p>
              <p className={styles.name}>{line.productId.name}</p>
              <p className={styles.choice}>{choiceText(line)}</p>
              <Badge tone={line.status === 'Cancelled' ? 'danger' : 'mint'}>{line.status}</Badge>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
