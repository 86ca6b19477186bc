import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './BagLetter.module.css'
import type { BagLetter as Letter } from './picking/pickRound.ts'

/** The letter of an order's bag. Letters look different, so that they are told apart at a glance. */
export function BagLetter({ letter, isSmall = false }: { letter: Letter; isSmall?: boolean }) {
  return (
    <span className={styles.letter} data-letter={letter} data-small={isSmall || undefined}>
      <VisuallyHidden>Bag</VisuallyHidden>
      <b>{letter}</b>
    </span>
  )
}
