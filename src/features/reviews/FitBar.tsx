import type { Fit, FitCounts } from '#contract/review.ts'
import styles from './FitBar.module.css'
import { fits } from './fitText.ts'

type Props = { counts: FitCounts; hint: Fit | null }

/** What shoppers say of the size, from small to large. */
export function FitBar({ counts, hint }: Props) {
  const all = counts.small + counts.true + counts.large
  if (all === 0) return null
  return (
    <dl className={styles.bar}>
      {fits.map(([fit, text]) => (
        <div key={fit} className={styles.row} data-most={fit === hint || undefined}>
          <dt>{text}</dt>
          <dd>
            <meter className={styles.meter} min={0} max={all} value={counts[fit]}>
              {counts[fit]} of {all}
            </meter>
            <span className={styles.count}>{counts[fit]}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
