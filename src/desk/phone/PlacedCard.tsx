import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'

import { arrivalText } from '#contract/delivery/deliveryPromise.ts'
import type { PlacedPhoneOrder } from '#contract/staff/phoneOrders.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { timeText } from '#desk/ui/time/timeText.ts'
import styles from './NewOrderPage.module.css'
import { texts } from './texts.ts'

type Props = { order: PlacedPhoneOrder; onNext: () => void }

/** What has become of the order, and what comes next. */
export function PlacedCard({ order: { number, promisedBy, heldUntil }, onNext }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.placed} aria-label={texts.title}>
      <Icon name={heldUntil ? 'clock' : 'check'} size="l" />
      <h2 ref={heading} tabIndex={-1}>
        {heldUntil ? texts.linkSent(number) : texts.placed(number)}
      </h2>
      <p>
        {heldUntil
          ? texts.linkSentBody(timeText(heldUntil))
          : texts.placedBody(promisedBy ? arrivalText(new Date(promisedBy), new Date()) : '')}
      </p>
      <div className={styles.buttons}>
        {!heldUntil && (
          <Button variant="line" component={Link} to={`/orders/${number}`}>
            {texts.openOrder}
          </Button>
        )}
        <Button variant="go" onClick={onNext}>
          {texts.another}
        </Button>
      </div>
    </section>
  )
}
