import { placeholderPhoto, srcSetOf } from '#contract/catalogue/photos.ts'
import styles from './ProductImage.module.css'

type Props = {
  src: string | undefined
  /** 0 to 6, the background colour while the image loads. */
  tint: number
  alt?: string
  /** The `sizes` of the image. */
  sizes?: string
  /** Set for the first image of a page, which loads first. */
  isFirst?: boolean
}

/** A product image with a reserved aspect ratio, so that nothing moves when it loads. */
export function ProductImage({
  src = placeholderPhoto,
  tint,
  alt = '',
  sizes = '6rem',
  isFirst,
}: Props) {
  const srcSet = srcSetOf(src)
  return (
    <img
      className={styles.image}
      data-tint={tint}
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      loading={isFirst ? undefined : 'lazy'}
      decoding="async"
      fetchPriority={isFirst ? 'high' : undefined}
      onError={(event) => {
        if (event.currentTarget.src.endsWith(placeholderPhoto)) return
        event.currentTarget.srcset = ''
        event.currentTarget.src = placeholderPhoto
      }}
    />
  )
}
