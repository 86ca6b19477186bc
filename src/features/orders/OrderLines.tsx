import type { OrderLine } from '#contract/order.ts'
import { Badge } from '#ui/Badge.tsx'
import { ProductPicture } from '#ui/ProductPicture.tsx'
import styles from './OrderLines.module.css'

/** What was ordered, piece by piece, each with where it is. */
export function OrderLines({ lines }: { lines: OrderLine[] }) {
  return (
    <section>
      <h2 className={styles.title}>Items</h2>
      <ul>
        {lines.map(({ _id, productId: product, size, trialSize, quantity, status }) => (
          <li key={_id} className={styles.line}>
            <span className={styles.photo}>
              <ProductPicture src={product.photos[0]} tint={product.tint} />
            </span>
            <div>
              <p className={styles.brand}>{product.brand.name}</p>
              <p className={styles.name}>{product.name}</p>
              <p className={styles.choice}>
                {[`Size ${size}`, trialSize && `Trial size ${trialSize}`, `Qty ${quantity}`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <Badge tone={status === 'Cancelled' ? 'danger' : 'mint'}>{status}</Badge>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
