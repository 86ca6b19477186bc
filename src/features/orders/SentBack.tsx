import { useId } from 'react'

import type { OrderLine } from '#contract/order.ts'
import { OrderTracker } from './OrderTracker.tsx'
import styles from './SentBack.module.css'
import { sentBackSteps } from './sentBackSteps.ts'

/** What was asked for of a piece after its delivery, and how far that is. */
export function SentBack({ line }: { line: OrderLine }) {
  const { size, returnDetails, exchangeDetails } = line
  const titleId = useId()
  const steps = sentBackSteps(line)
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
