import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './LoadingPart.module.css'
import { Ring } from './Ring.tsx'

type Props = {
  /** Why it did not arrive; undefined while it is on its way. */
  problem?: unknown
  retry?: () => void
  /** In a dialog or a menu, which need not be as tall as a page. */
  isSmall?: boolean
}

/** Stands in for a part of the program that is being downloaded, or could not be. */
export function LoadingPart({ problem, retry, isSmall }: Props) {
  const size = isSmall ? 's' : undefined
  if (!problem) {
    return (
      <p className={styles.loading} data-size={size} role="status">
        <Ring size="m" isTurning />
        Loading...
      </p>
    )
  }
  return (
    <div className={styles.failed} data-size={size} role="alert">
      <p>This didn’t load. Check your connection and try again.</p>
      <Button onClick={retry}>Try again</Button>
    </div>
  )
}

type DialogProps = Omit<Props, 'isSmall'> & { title: string; onClose: () => void }

/** A dialog at the moment it is asked for, until its own program takes its place. */
export function LoadingDialog({ title, onClose, ...state }: DialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <LoadingPart isSmall {...state} />
    </Dialog>
  )
}
