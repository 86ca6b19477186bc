import { Link } from 'react-router-dom'

import type { GridCategory } from '#contract/catalogue/catalogue.ts'
import { LatePicture } from '#ui/media/LazyImage.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './CategoryTiles.module.css'

const usualCount = 8
/** As many as a phone has in its first row. */
const atOnce = 2

/** Large pictures of what there is, each leading to its list. */
export function CategoryTiles({ tiles }: { tiles: GridCategory[] | undefined }) {
  return (
    <ul className={styles.tiles} aria-busy={!tiles || undefined}>
      {tiles?.map((tile, place) => (
        <li key={tile._id}>
          <Tile tile={tile} isLate={place >= atOnce} />
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

function Tile({ tile: { name, photo, link }, isLate }: { tile: GridCategory; isLate: boolean }) {
  const Picture = isLate ? LatePicture : 'img'
  return (
    <Link to={link} className={styles.tile}>
      <Picture
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
  )
}
