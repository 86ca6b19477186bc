import { useState } from 'react'

import type { Order, OrderLine } from '#contract/orders/order.ts'
import { returnWindowMs, type StoreTerms, usualTerms } from '#contract/store/storeTerms.ts'
import { serverNowMs } from '#platform/serverTime.ts'
import { useStoreTerms } from '#platform/api/storeFacts.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './ReturnButtons.module.css'

export type ReturnKind = 'return' | 'exchange'

type Props = { productName: string; onChoose: (kind: ReturnKind) => void }

/** Return or exchange. */
export function ReturnButtons({ productName, onChoose }: Props) {
  return (
    <div className={styles.row}>
      <Button variant="outline" size="s" aria-haspopup="dialog" onClick={() => onChoose('return')}>
        <Icon name="return" size="s" />
        <span>
          Return <VisuallyHidden>{productName}</VisuallyHidden>
        </span>
      </Button>
      <Button
        variant="outline"
        size="s"
        aria-haspopup="dialog"
        onClick={() => onChoose('exchange')}
      >
        <Icon name="exchange" size="s" />
        <span>
          Exchange <VisuallyHidden>{productName}</VisuallyHidden>
        </span>
      </Button>
    </div>
  )
}

/** The return deadline; undefined before the delivery. */
export function returnDeadline(
  { deliveredAt }: Pick<Order, 'deliveredAt'>,
  terms = usualTerms,
): Date | undefined {
  return deliveredAt ? new Date(new Date(deliveredAt).getTime() + returnWindowMs(terms)) : undefined
}

type ReturnableLine = Pick<OrderLine, 'purchaseType' | 'status'>

/**
 * Whether a return or exchange can be requested: not for Try & Buy items, nor for returned,
 * cancelled or already requested ones. The server decides by its own clock.
 */
export function canReturn(
  order: Pick<Order, 'deliveredAt'>,
  { purchaseType, status }: ReturnableLine,
  { nowMs, terms = usualTerms }: { nowMs: number; terms?: StoreTerms },
): boolean {
  const until = returnDeadline(order, terms)
  const isInTime = until !== undefined && nowMs < until.getTime()
  return purchaseType === 'Standard' && status === 'Delivered' && isInTime
}

/** The return deadline, if something can be returned. */
export function ReturnDeadline({ order }: { order: Order }) {
  const [nowMs] = useState(serverNowMs)
  const terms = useStoreTerms()
  const until = returnDeadline(order, terms)
  if (!until || !order.products.some((line) => canReturn(order, line, { nowMs, terms })))
    return null
  return (
    <Note icon="clock">
      Return or exchange by{' '}
      <b>
        <DateTime at={until.toISOString()} />
      </b>
    </Note>
  )
}
