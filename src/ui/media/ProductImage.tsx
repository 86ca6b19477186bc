import { srcSetOf } from '#contract/catalogue/photos.ts'
import styles from './ProductImage.module.css'

type Props = {
  src: string | undefined
  /** 0 to 6, the colour that waits for the picture. */
  tint: number
  alt?: string
  /** How wide it is shown, in the words of `sizes`. */
  sizes?: string
  /** The first picture a shopper sees is fetched before all others. */
  isFirst?: boolean
}

const placeholder = '/images/placeholder.svg'

/** A picture of a product, in a box of its own shape so that nothing moves when it comes. */
export function ProductImage({
  src = placeholder,
  tint,
  alt = '',
  sizes = '6rem',
  isFirst,
}: Props) {
  const srcSet = srcSetOf(src)
  return (
    <span className={styles.box} data-tint={tint}>
      <img
        src={src}
        srcSet={srcSet}
        sizes={srcSet && sizes}
        alt={alt}
        width={400}
        height={500}
        loading={isFirst ? undefined : 'lazy'}
        decoding="async"
        fetchPriority={isFirst ? 'high' : undefined}
        onError={(event) => {
          if (event.currentTarget.src.endsWith(placeholder)) return
          event.currentTarget.srcset = ''
          event.currentTarget.src = placeholder
        }}
      />
    </span>
  )
}
