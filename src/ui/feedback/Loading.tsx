import type { ReactNode } from 'react'

import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './Loading.module.css'

type SpinnerProps = { size?: 's' | 'm'; isSpinning?: boolean }

/** A ring with one coloured quarter. */
export function Spinner({ size = 's', isSpinning }: SpinnerProps) {
  return (
    <svg
      className={styles.ring}
      data-size={size}
      data-turning={isSpinning || undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <circle className={styles.whole} cx="12" cy="12" r="9" />
      <circle
        className={styles.part}
        cx="12"
        cy="12"
        r="9"
        pathLength="100"
        strokeDasharray="25 100"
      />
    </svg>
  )
}

/** Says what is loading, in its place. */
export function LoadingLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.line} role="status">
      <Spinner size="m" isSpinning />
      <span>{children}</span>
    </p>
  )
}

type LoadingFallbackProps = {
  /** The error; undefined while it loads. */
  problem?: unknown
  retry?: () => void
  /** For a dialog or a menu, which can be lower than a page. */
  isSmall?: boolean
}

/** Shown while a lazy component is downloaded, or could not be. */
export function LoadingFallback({ problem, retry, isSmall }: LoadingFallbackProps) {
  const size = isSmall ? 's' : undefined
  if (!problem) {
    return (
      <p className={styles.loading} data-size={size} role="status">
        <Spinner size="m" isSpinning />
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

type DialogProps = Omit<LoadingFallbackProps, 'isSmall'> & { title: string; onClose: () => void }

/** Opens a dialog at once, until its own code is loaded. */
export function LoadingDialog({ title, onClose, ...state }: DialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <LoadingFallback isSmall {...state} />
    </Dialog>
  )
}

type Props = {
  /** The shape of the content. */
  shape: 'image' | 'line' | 'block' | 'circle'
}

/** A placeholder for content that loads. */
export function Skeleton({ shape }: Props) {
  return <span className={styles.skeleton} data-shape={shape} aria-hidden="true" />
}
