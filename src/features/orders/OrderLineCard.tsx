import type { ReactNode } from 'react'

import { times } from '#contract/money.ts'
import type { OrderLine } from '#contract/order.ts'
import { Badge } from '#ui/Badge.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Money } from '#ui/Money.tsx'
import { choiceText } from './choiceText.ts'
import { lineSteps } from './lineSteps.ts'
import { OrderedPiece } from './OrderedPiece.tsx'
import styles from './OrderLineCard.module.css'
import { OrderTracker } from './OrderTracker.tsx'
import { statusTone } from './statusTone.ts'

type Props = {
  line: OrderLine
  /** Room for what goes on with it, and for what can be done besides. */
  actions?: ReactNode
  extra?: ReactNode
}

/** One piece of an order; its status opens to the way it has come. */
export function OrderLineCard({ line, actions, extra }: Props) {
  const { productId: product, status, price, quantity } = line
  const amount = <Money paise={times(price, quantity)} />
  const choice = (
    <>
      {choiceText(line)} · <b>{amount}</b>
    </>
  )
  return (
    <OrderedPiece line={line} choice={choice} isLink>
      <Badge tone={statusTone(status)}>{status}</Badge>
      {actions}
      <details>
        <summary className={styles.open}>
          Status
          <Icon name="chevron-down" size="xs" />
        </summary>
        <OrderTracker steps={lineSteps(line)} label={`Status of ${product.name}`} look="timeline" />
      </details>
      {extra}
    </OrderedPiece>
  )
}
