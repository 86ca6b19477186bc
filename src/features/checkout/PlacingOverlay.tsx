import { useEffect, useRef } from 'react'

import { StepRing } from '#ui/StepRing.tsx'
import styles from './PlacingOverlay.module.css'

/** Covers everything while the order is on its way: nothing else can be done meanwhile. */
export function PlacingOverlay({ title = 'Placing Order...' }: { title?: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    return () => shown?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-busy="true"
      aria-labelledby="placing-title"
      onCancel={(event) => event.preventDefault()}
    >
      <div className={styles.inside}>
        <StepRing steps={4} done={1} isTurning />
        <h2 className={styles.title} id="placing-title">
          {title}
        </h2>
        <p className={styles.text}>Please keep this page open.</p>
      </div>
    </dialog>
  )
}
