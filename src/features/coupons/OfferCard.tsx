import type { Coupon } from '#contract/coupon.ts'
import { Button } from '#ui/Button.tsx'
import { RichText } from '#ui/RichText.tsx'
import styles from './OfferCard.module.css'

type Props = {
  offer: Coupon
  /** Why it does not fit the bag. */
  problem: string | undefined
  isBusy: boolean
  onApply: () => void
}

/** A coupon as it is offered, with a step to take it. */
export function OfferCard({ offer, problem, isBusy, onApply }: Props) {
  const { name, headline, tagline } = offer
  return (
    <li className={styles.offer} data-unfit={problem && ''}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {headline && <p className={styles.headline}>{headline}</p>}
        {tagline && <RichText html={tagline} />}
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
      <Button
        size="s"
        aria-label={`Apply ${name}`}
        disabled={problem !== undefined}
        isBusy={isBusy}
        busyText="Applying..."
        onClick={onApply}
      >
        Apply
      </Button>
    </li>
  )
}
