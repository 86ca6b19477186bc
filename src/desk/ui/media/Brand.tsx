import { texts } from '#desk/app/texts.ts'
import { deskName, ownStoreName } from '#desk/ui/deskName.ts'
import styles from './Brand.module.css'

/** The store's wordmark, or its name, with the name of the desk. */
export function Brand() {
  return (
    <span className={styles.brand}>
      {ownStoreName ? (
        <b className={styles.name} title={ownStoreName}>
          {ownStoreName}
        </b>
      ) : (
        <svg role="img" aria-label={deskName}>
          <use href="/images/sprite.svg#logo" />
        </svg>
      )}
      <span aria-hidden={ownStoreName === undefined}>{texts.desk}</span>
    </span>
  )
}
