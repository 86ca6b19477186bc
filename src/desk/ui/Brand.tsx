import { texts } from '#desk/app/texts.ts'
import styles from './Brand.module.css'

/** The store's wordmark with the name of the desk. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <svg role="img" aria-label={document.title}>
        <use href="/images/sprite.svg#logo" />
      </svg>
      <span aria-hidden="true">{texts.desk}</span>
    </span>
  )
}
