import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { cartAtom } from '#features/cart/cartAtom.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './HeaderLink.module.css'

/** The bag with how many lines are in it; in words on a wide screen. */
export function BagLink({ hasWords }: { hasWords?: boolean }) {
  const count = useAtomValue(cartAtom).products.length
  return (
    <Link
      to={paths.cart}
      className={styles.link}
      data-words={hasWords || undefined}
      aria-label={count > 0 ? `Bag, ${count} ${count === 1 ? 'item' : 'items'}` : 'Bag'}
    >
      <span className={styles.icon}>
        <Icon name="bag" />
        {count > 0 && <span className={styles.count}>{count}</span>}
      </span>
      {hasWords && 'Bag'}
    </Link>
  )
}
