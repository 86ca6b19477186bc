import { type ReactNode, useEffect } from 'react'

import type { PlacedOrder } from '#contract/cart/checkout.ts'
import * as rules from '#contract/rules.ts'
import { useSecondsLeft } from '#platform/rendering/delayedState.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { ProgressRing } from '#ui/feedback/ProgressRing.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { FullScreenOverlay } from '#ui/layout/FullScreenOverlay.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './OrderPlaced.module.css'

type Props = {
  order: PlacedOrder
  addressText: string
  /** What was ordered and when it arrives, once the order has been read. */
  details?: ReactNode
  /** When it was placed, so that a reload does not restart the countdown. */
  sinceMs: number
  /** Opens the tracking page. */
  onDone: () => void
}

const { successCountdownS } = rules.checkout

export function OrderPlaced({ order, addressText, details, sinceMs, onDone }: Props) {
  const left = useSecondsLeft(sinceMs + successCountdownS * 1000)
  useEffect(() => {
    if (left === 0) onDone()
  }, [left, onDone])

  return (
    <div className={styles.placed}>
      <span className={styles.ring}>
        <ProgressRing steps={successCountdownS} done={left} />
        <Icon name="check" size="l" />
      </span>
      <h1 className={styles.title}>Your order is placed succesfully!</h1>
      <p className={styles.id}>{`Order ID # ${order.orderID}`}</p>
      <div className={styles.details}>{details}</div>
      <p className={styles.wait}>{`Redirecting in ${left} seconds`}</p>
      <div className={styles.step}>
        <Button variant="primary" isWide onClick={onDone}>
          Track Order
        </Button>
      </div>
      {addressText && (
        <div className={styles.address}>
          <Note icon="pin">{addressText}</Note>
        </div>
      )}
    </div>
  )
}

/** Covers the page while the order is sent. */
export function PlacingOverlay({ title = 'Placing Order...' }: { title?: string }) {
  // The result or the reason why there is none begins at the top of the page.
  useEffect(() => {
    scrollTo(0, 0)
  }, [])
  return (
    <FullScreenOverlay titleId="placing-title" isBusy>
      <ProgressRing steps={4} done={1} isSpinning />
      <h2 className={styles.placingTitle} id="placing-title">
        {title}
      </h2>
      <p className={styles.text}>Please keep this page open.</p>
    </FullScreenOverlay>
  )
}
