import { useId } from 'react'

import type { OrderLine, OrderStatus } from '#contract/order.ts'
import { OrderTracker, type TrackerStep } from '#features/orders/OrderTracker.tsx'
import styles from './ReturnedItems.module.css'

const statusPaths: OrderStatus[][] = [
  ['Return Requested', 'Return Accepted', 'Returned'],
  ['Exchange Requested', 'Exchange Accepted', 'Exchanged'],
]
const refused: OrderStatus[] = ['Return Cancelled', 'Exchange Cancelled']

/** The steps of a return or exchange, future ones included; none without one. */
export function returnSteps({
  status,
  history,
}: Pick<OrderLine, 'status' | 'history'>): TrackerStep[] {
  const atOf = (reached: OrderStatus) => history.findLast((step) => step.status === reached)?.at
  if (refused.includes(status)) {
    const asked: OrderStatus =
      status === 'Return Cancelled' ? 'Return Requested' : 'Exchange Requested'
    return [
      { status: asked, state: 'done', at: atOf(asked) },
      { status, state: 'cancelled', at: atOf(status) },
    ]
  }
  const way = statusPaths.find((one) => one.includes(status)) ?? []
  const here = way.indexOf(status)
  return way.map((one, index) => ({
    status: one,
    state: index < here ? 'done' : index === here ? 'now' : 'ahead',
    at: index <= here ? atOf(one) : undefined,
  }))
}

/** The return or exchange of an item, and its progress. */
export function ReturnedItems({ line }: { line: OrderLine }) {
  const { size, returnDetails, exchangeDetails } = line
  const titleId = useId()
  const steps = returnSteps(line)
  if (steps.length === 0) return null
  const isReturn = steps[0]?.status === 'Return Requested'
  const photos = isReturn ? (returnDetails?.returnPhotos ?? []) : []
  return (
    <section className={styles.box} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {isReturn ? 'Return Details' : 'Exchange Details'}
      </h2>
      {isReturn && returnDetails && <p>Reason: {returnDetails.returnReason}</p>}
      {!isReturn && exchangeDetails && (
        <p>
          New size: <b>{exchangeDetails.newProductSize}</b>, instead of {size}
        </p>
      )}
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map((src, place) => (
            <li key={src}>
              <a href={src} target="_blank" rel="noreferrer">
                <img
                  className={styles.photo}
                  src={src}
                  alt={`Photo ${place + 1} of the return`}
                  width={64}
                  height={64}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.way}>
        <OrderTracker steps={steps} label={`${steps[0]?.status} and after`} look="timeline" />
      </div>
    </section>
  )
}
