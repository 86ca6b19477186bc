import type { OrderRefund } from '#contract/order.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import { Money } from '#ui/text/Price.tsx'
import { destinationText, refundDayText } from './refund.ts'
import styles from './RefundTimeline.module.css'

/** What is refunded, where it goes, and by when. */
export function RefundTimeline({ refund }: { refund: OrderRefund }) {
  const { amount, status, parts = [] } = refund
  return (
    <div className={styles.refund}>
      <Note tone="mint">
        {status === 'processed' ? 'Refunded' : 'Refund on its way'}: <Money paise={amount} />
      </Note>
      {parts.map((part) => (
        <section key={part.startedAt + part.amount} className={styles.part} aria-label="Refund">
          <p className={styles.amount}>
            <Money paise={part.amount} /> {destinationText(part.to)}
          </p>
          <ol className={styles.steps}>
            <li className={styles.step} data-done="">
              <Icon name="check" size="s" />
              <span>
                Refund started <DateTime at={part.startedAt} />
              </span>
            </li>
            {part.status === 'processed' ? (
              <li className={styles.step} data-done="">
                <Icon name="check" size="s" />
                <span>Refunded {part.settledAt && <DateTime at={part.settledAt} />}</span>
              </li>
            ) : (
              <li className={styles.step}>
                <Icon name="clock" size="s" />
                {part.to === 'cash'
                  ? 'We’ll call you to hand it back'
                  : `Expected by ${refundDayText(part.startedAt)}`}
              </li>
            )}
          </ol>
          {part.reference && <p className={styles.reference}>Reference: {part.reference}</p>}
        </section>
      ))}
    </div>
  )
}
