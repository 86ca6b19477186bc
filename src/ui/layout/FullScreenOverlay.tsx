import { type ReactNode, useLayoutEffect, useRef } from 'react'

import styles from './FullScreenOverlay.module.css'

type Props = {
  titleId: string
  children: ReactNode
  /** Announced when it opens, with the title. */
  textId?: string
  isAlert?: boolean
  isBusy?: boolean
  /** Called on Escape or Back; without it the overlay stays. */
  onCancel?: () => void
}

/** Covers everything in the top layer as long as it is rendered. */
export function FullScreenOverlay({ titleId, textId, children, isAlert, isBusy, onCancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the element leaves the page, so that the browser gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    return () => shown?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      role={isAlert ? 'alertdialog' : undefined}
      className={styles.overlay}
      aria-busy={isBusy}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault()
        onCancel?.()
      }}
    >
      <div className={styles.inside}>{children}</div>
    </dialog>
  )
}
