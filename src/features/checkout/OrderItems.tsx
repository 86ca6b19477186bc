import type { CartLine } from '#contract/cart.ts'
import { Badge } from '#ui/feedback/Note.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Panel } from '#ui/layout/Columns.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import styles from './OrderItems.module.css'

/** The items of the order. */
export function OrderItems({ lines }: { lines: CartLine[] }) {
  const purchaseType = lines[0]?.purchaseType ?? 'Standard'
  return (
    <Panel title={`Items (${lines.length})`} aside={<WayBadge purchaseType={purchaseType} />}>
      <ul className={styles.items}>
        {lines.map(({ _id, productId: product, size, quantity }) => (
          <li key={_id} className={styles.item}>
            <ProductImage
              src={product.photos[0]}
              tint={product.tint}
              alt={`${product.brand.name} ${product.name}, size ${size}, ${quantity}`}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function WayBadge({ purchaseType }: Pick<CartLine, 'purchaseType'>) {
  return (
    <Badge tone="mint">
      <Icon name={purchaseType === 'Standard' ? 'truck' : 'hanger'} size="xs" />
      {purchaseType}
    </Badge>
  )
}
