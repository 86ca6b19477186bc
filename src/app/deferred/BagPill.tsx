import { useAtomValue } from 'jotai'
import { Link, useLocation } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { rules } from '#contract/rules.ts'
import { cartAtom } from '#features/cart/cartAtom.ts'
import { useAfterPaint } from '#platform/rendering/idle.ts'
import styles from './BagPill.module.css'

const placeholder = '/images/placeholder.svg'
const hiddenOn: string[] = [paths.cart, paths.checkout]

/** A floating summary of the bag on phones, on pages other than the bag. */
export function BagPill() {
  const { products } = useAfterPaint(useAtomValue(cartAtom))
  const { pathname } = useLocation()
  if (products.length === 0 || hiddenOn.includes(pathname)) return null

  return (
    <Link to={paths.cart} className={styles.pill} data-bag-pill>
      <span className={styles.thumbnails}>
        {products.slice(0, rules.bagPill.thumbnails).map(({ _id, productId }) => (
          <img
            key={_id}
            src={productId.photos[0] ?? placeholder}
            alt=""
            width={38}
            height={38}
            onError={({ currentTarget }) => {
              if (!currentTarget.src.endsWith(placeholder)) currentTarget.src = placeholder
            }}
          />
        ))}
      </span>
      {products.length} Item(s) in Bag
    </Link>
  )
}
