import { Cover } from '#ui/layout/Cover.tsx'
import { StepRing } from '#ui/feedback/ProgressRing.tsx'
import styles from './PlacingOverlay.module.css'

/** Covers everything while the order is on its way: nothing else can be done meanwhile. */
export function PlacingOverlay({ title = 'Placing Order...' }: { title?: string }) {
  return (
    <Cover titleId="placing-title" isBusy>
      <StepRing steps={4} done={1} isTurning />
      <h2 className={styles.title} id="placing-title">
        {title}
      </h2>
      <p className={styles.text}>Please keep this page open.</p>
    </Cover>
  )
}
