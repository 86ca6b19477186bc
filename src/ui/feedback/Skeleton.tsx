import styles from './Skeleton.module.css'

type Props = {
  /** The shape of the content. */
  shape: 'picture' | 'line' | 'block' | 'circle'
}

/** A placeholder for content that loads. */
export function Skeleton({ shape }: Props) {
  return <span className={styles.skeleton} data-shape={shape} aria-hidden="true" />
}
