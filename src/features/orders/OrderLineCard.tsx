import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { times } from '#contract/money.ts'
import type { OrderLine } from '#contract/order.ts'
import { productPath } from '#contract/paths.ts'
import { Badge } from '#ui/Badge.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { ProductPicture } from '#ui/ProductPicture.tsx'
import { choiceText } from './choiceText.ts'
import { lineSteps } from './lineSteps.ts'
import styles from './OrderLineCard.module.css'
import { OrderTracker } from './OrderTracker.tsx'
import { statusTone } from './statusTone.ts'

type Props = {
  line: OrderLine
  /** Room for what goes on with it, and for what can be done besides. */
  actions?: ReactNode
  extra?: ReactNode
}

/** One piece of an order; its status opens to the way it has come. */
export function OrderLineCard({ line, actions, extra }: Props) {
  const { productId: product, status, price, quantity } = line
  return (
    <article className={styles.line} aria-label={product.name}>
      <Link to={productPath(product._id)} className={styles.photo}>
        <ProductPicture src={product.photos[0]} tint={product.tint} alt={product.name} />
      </Link>
      <div>
        <p className={styles.brand}>{product.brand.name}</p>
        <p className={styles.name}>{product.name}</p>
        <p className={styles.choice}>
          {choiceText(line)} ·{' '}
          <b>
            <Money paise={times(price, quantity)} />
          </b>
        </p>
        <p className={styles.status}>
          <Badge tone={statusTone(status)}>{status}</Badge>
        </p>
        {actions}
        <details>
          <summary className={styles.open}>
            Status
            <Icon name="chevron-down" size="xs" />
          </summary>
          <OrderTracker
            steps={lineSteps(line)}
            label={`Status of ${product.name}`}
            look="timeline"
          />
        </details>
        {extra}
      </div>
    </article>
  )
}
