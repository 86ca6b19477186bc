import { Link } from 'react-router-dom'

import type { Brand } from '#contract/catalogue/catalogue.ts'
import { brandPath } from '#contract/paths.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './BrandWall.module.css'

const usualCount = 8

/** Wordmarks side by side, each leading to what its brand makes. */
export function BrandWall({ brands }: { brands: Brand[] | undefined }) {
  return (
    <ul className={styles.wall} aria-busy={!brands || undefined}>
      {brands?.map(({ _id, name, photo }) => (
        <li key={_id} className={styles.cell}>
          <Link to={brandPath(_id)} className={styles.brand}>
            <img
              className={styles.wordmark}
              src={photo}
              alt={name}
              width={240}
              height={96}
              loading="lazy"
              decoding="async"
            />
          </Link>
        </li>
      )) ??
        Array.from({ length: usualCount }, (_, place) => (
          <li key={place} className={styles.cell}>
            <span className={styles.brand}>
              <Skeleton shape="line" />
            </span>
          </li>
        ))}
    </ul>
  )
}
