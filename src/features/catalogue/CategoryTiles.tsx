import { Link } from 'react-router-dom'

import type { GridCategory } from '#contract/catalogue.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './CategoryTiles.module.css'

const usualCount = 8

/** Large pictures of what there is, each leading to its list. */
export function CategoryTiles({ tiles }: { tiles: GridCategory[] | undefined }) {
  return (
    <ul className={styles.tiles} aria-busy={!tiles || undefined}>
      {tiles?.map(({ _id, name, photo, link }) => (
        <li key={_id}>
          <Link to={link} className={styles.tile}>
            <img
              className={styles.picture}
              src={photo}
              alt=""
              width={400}
              height={500}
              loading="lazy"
              decoding="async"
            />
            <b className={styles.name}>{name}</b>
          </Link>
        </li>
      )) ??
        Array.from({ length: usualCount }, (_, place) => (
          <li key={place}>
            <Skeleton shape="picture" />
          </li>
        ))}
    </ul>
  )
}
