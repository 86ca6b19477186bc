import { placeholderPhoto, srcSetOf } from '#contract/catalogue/photos.ts'
import styles from './Photo.module.css'

type Props = {
  src: string | null
  size?: 'xs' | 's' | 'm' | 'l'
  /** Empty where the product's name stands beside it. */
  alt?: string
}

/** A small picture of a product. */
export function Photo({ src, size = 'm', alt = '' }: Props) {
  return (
    <span className={styles.photo} data-size={size}>
      <img
        src={src ?? placeholderPhoto}
        srcSet={srcSetOf(src ?? '')}
        sizes="56px"
        alt={alt}
        width="80"
        height="100"
        loading="lazy"
        decoding="async"
      />
    </span>
  )
}

type PhotosProps = { photos: readonly (string | null)[]; size?: Props['size'] }

/** Pictures of an order's items, which overlap. */
export function Photos({ photos, size = 'm' }: PhotosProps) {
  return (
    <span className={styles.photos}>
      {photos.map((photo, position) => (
        <Photo key={position} src={photo} size={size} />
      ))}
    </span>
  )
}
