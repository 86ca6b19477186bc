import type { Delivery } from '#contract/staff/riders.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import styles from './OrderFacts.module.css'
import { texts } from './texts.ts'

/** What is to be collected, and how the order is delivered. */
export function Tags({ delivery }: { delivery: Delivery }) {
  const { duePaise, purchaseType, attempts } = delivery
  const collectText = purchaseType === 'Try and Buy' ? texts.collectAfterTrial : texts.collect
  return (
    <p className={styles.tags}>
      {duePaise > 0 ? (
        <span className={styles.tag} data-kind="collect">
          <Icon name="cash" size="xs" />
          <span>{collectText(rupeesText(duePaise))}</span>
        </span>
      ) : (
        <span className={styles.tag}>
          <Icon name="check" size="xs" />
          <span>{texts.collectNothing}</span>
        </span>
      )}
      {purchaseType === 'Try and Buy' && (
        <span className={styles.tag}>
          <Icon name="hanger" size="xs" />
          <span>{texts.tryAndBuy}</span>
        </span>
      )}
      {attempts > 0 && (
        <span className={styles.tag}>
          <Icon name="alert" size="xs" />
          <span>{texts.attempts(attempts)}</span>
        </span>
      )}
    </p>
  )
}

export function WaitingMark() {
  return (
    <span className={styles.waiting}>
      <Icon name="d-wait" size="xs" />
      <span>{texts.waiting}</span>
    </span>
  )
}

/** The phone's own map application, or a map on the web where there is none for `geo:`. */
export function mapLink({ text, latitude, longitude }: Delivery['address']): string {
  const destination = latitude !== null && longitude !== null ? `${latitude},${longitude}` : text
  const query = new URLSearchParams({ api: '1', destination, travelmode: 'two-wheeler' })
  return `https://www.google.com/maps/dir/?${query}`
}
