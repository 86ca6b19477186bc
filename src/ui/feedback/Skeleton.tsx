import styles from './Skeleton.module.css'

type Props = {
  /** The box of what will stand there. */
  shape: 'picture' | 'line' | 'block' | 'circle'
}

/** The place of something that is on its way. */
export function Skeleton({ shape }: Props) {
  return <span className={styles.skeleton} data-shape={shape} aria-hidden="true" />
}
