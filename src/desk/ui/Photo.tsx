import { srcSetOf } from '#contract/catalogue/photos.ts'
import styles from './Photo.module.css'

type Props = { src: string | null; size?: 's' | 'm' | 'l' }

const placeholder = '/images/placeholder.svg'

/** A small picture of a product, whose name stands beside it. */
export function Photo({ src, size = 'm' }: Props) {
  return (
    <span className={styles.photo} data-size={size}>
      <img src={src ?? placeholder} srcSet={srcSetOf(src ?? '')} sizes="56px" alt="" />
    </span>
  )
}
