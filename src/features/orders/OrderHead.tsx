import type { ReactNode } from 'react'

import type { Order } from '#contract/order.ts'
import { StepRing } from '#ui/StepRing.tsx'
import { When } from '#ui/When.tsx'
import styles from './OrderHead.module.css'
import type { TrackerStep } from './trackerSteps.ts'

type Props = {
  order: Order
  steps: TrackerStep[]
  /** Room for the promise of delivery. */
  extra?: ReactNode
}

/** Where the order is: steps done of steps, as a ring. */
export function OrderHead({ order, steps, extra }: Props) {
  const { orderStatus, orderID, createdAt } = order
  const done = steps.filter(({ state }) => state !== 'ahead').length
  return (
    <section className={styles.head} aria-label="Status">
      <span className={styles.ring}>
        <StepRing size="fit" steps={steps.length} done={done} />
        <span className={styles.count}>
          {done}/{steps.length}
        </span>
      </span>
      <div>
        <h1 className={styles.status}>{orderStatus}</h1>
        {extra}
        <p className={styles.id}>Order ID # {orderID}</p>
        <p className={styles.when}>
          <When at={createdAt} />
        </p>
      </div>
    </section>
  )
}
