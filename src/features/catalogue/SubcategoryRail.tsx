import { Link } from 'react-router-dom'

import type { Subcategory } from '#contract/catalogue/catalogue.ts'
import { subcategoryPath } from '#contract/paths.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './SubcategoryRail.module.css'

const usualCount = 8

/** A few subcategories by chance, in a row that scrolls on a phone. */
export function SubcategoryRail({ subcategories }: { subcategories: Subcategory[] | undefined }) {
  return (
    <ul className={styles.rail} aria-busy={!subcategories || undefined}>
      {subcategories?.map(({ _id, name, photo }) => (
        <li key={_id} className={styles.item}>
          <Link to={subcategoryPath(_id)} className={styles.link}>
            <span className={styles.picture}>
              <img src={photo} alt="" width={120} height={120} loading="lazy" decoding="async" />
            </span>
            {name}
          </Link>
        </li>
      )) ??
        Array.from({ length: usualCount }, (_, place) => (
          <li key={place} className={styles.item}>
            <Skeleton shape="circle" />
          </li>
        ))}
    </ul>
  )
}
