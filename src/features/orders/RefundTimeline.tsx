import { useId, useState } from 'react'

import type { OrderRefund } from '#contract/order.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import { Money } from '#ui/text/Price.tsx'
import { destinationText, isRefundLate, refundDayText } from './refund.ts'
import styles from './RefundTimeline.module.css'

/** What is refunded, where it goes, and by when. */
export function RefundTimeline({ refund }: { refund: OrderRefund }) {
  const { amount, status, parts = [] } = refund
  const id = useId()
  const [nowMs] = useState(() => Date.now())
  return (
    <div className={styles.refund}>
      <Note tone="mint">
        {status === 'processed' ? 'Refunded' : 'Refund on its way'}: <Money paise={amount} />
      </Note>
      {parts.map((part, place) => (
        <section key={place} className={styles.part} aria-labelledby={`${id}${place}`}>
          <p className={styles.amount} id={`${id}${place}`}>
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
                {pendingText(part, nowMs)}
              </li>
            )}
          </ol>
          {part.reference && <p className={styles.reference}>Refund ID: {part.reference}</p>}
        </section>
      ))}
    </div>
  )
}

type Part = NonNullable<OrderRefund['parts']>[number]

function pendingText({ to, startedAt }: Part, nowMs: number): string {
  if (to === 'cash') return 'We’ll call you to arrange your cash refund'
  if (isRefundLate(startedAt, nowMs)) return 'Taking longer than expected. Please contact us.'
  return `Expected by ${refundDayText(startedAt)}`
}
