import type { Coupon } from '#contract/coupon.ts'
import { Button } from '#ui/Button.tsx'
import { RichText } from '#ui/RichText.tsx'
import styles from './OfferCard.module.css'

type Props = { offer: Coupon; isBelowMinimum: boolean; isBusy: boolean; onApply: () => void }

/** A coupon as it is offered, with a step to take it. */
export function OfferCard({ offer, isBelowMinimum, isBusy, onApply }: Props) {
  const { name, headline, tagline } = offer
  return (
    <li className={styles.offer} data-below-minimum={isBelowMinimum || undefined}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {headline && <p className={styles.headline}>{headline}</p>}
        {tagline && <RichText html={tagline} />}
        {isBelowMinimum && <p className={styles.problem}>Minimum purchase amount not met</p>}
      </div>
      <Button
        size="s"
        aria-label={`Apply ${name}`}
        disabled={isBelowMinimum}
        isBusy={isBusy}
        busyText="Applying..."
        onClick={onApply}
      >
        Apply
      </Button>
    </li>
  )
}
