import type { ReactNode } from 'react'

import styles from './PieceText.module.css'

type Props = {
  piece: { name: string; brand: { name: string } }
  /** What was chosen of it. */
  choice?: ReactNode
}

/** Whose a piece is, what it is called, and what was chosen of it. */
export function PieceText({ piece: { name, brand }, choice }: Props) {
  return (
    <>
      <p className={styles.brand}>{brand.name}</p>
      <p className={styles.name}>{name}</p>
      {choice && <p className={styles.choice}>{choice}</p>}
    </>
  )
}
