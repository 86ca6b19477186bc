import type { CartLine } from '#contract/cart.ts'
import { ProductPicture } from '#ui/ProductPicture.tsx'
import styles from './LeavingLine.module.css'

/** What is about to leave the bag, in the dialog that asks once more. */
export function LeavingLine({ line }: { line: CartLine }) {
  const { brand, name, photos, tint } = line.productId
  return (
    <div className={styles.line}>
      <span className={styles.photo}>
        <ProductPicture src={photos[0]} tint={tint} />
      </span>
      <div>
        <p className={styles.brand}>{brand.name}</p>
        <p className={styles.name}>{name}</p>
        <p className={styles.choice}>
          Size {line.size} · Qty {line.quantity}
        </p>
      </div>
    </div>
  )
}
